// The globals of the provider's own script, with a screen on which the ending of the
// transaction is chosen in place of a camera.
const script = document.currentScript;
const home = new URL(script.src).href.replace(/\/sdk\.min\.js.*$/, "");

class HyperKycConfig {
	constructor(accessToken, ...rest) {
		this.accessToken = accessToken;
		[this.workflowId, this.transactionId, this.showLandingPage] = rest.length > 1 ? rest : [undefined, undefined, rest[0]];
		this.inputs = {};
	}
	setInputs(inputs) { this.inputs = inputs; }
	setUniqueId(id) { this.uniqueId = id; }
	setDefaultLangCode(code) { this.language = code; }
	setUseLocation(use) { this.useLocation = use; }
	supportDarkMode(support) { this.darkMode = support; }
}

const choices = [
	["auto_approved", "Approve"], ["auto_declined", "Decline"], ["needs_review", "Leave to a review"],
	["error", "Fail"], ["user_cancelled", "Leave"],
];

function launch(config, handler) {
	const before = document.activeElement;
	const dialog = document.createElement("dialog");
	dialog.setAttribute("aria-label", "Identity check (sandbox)");
	const title = document.createElement("h2");
	title.textContent = "Identity check (sandbox)";
	dialog.append(title);
	const end = async (status) => {
		let result = { status: "error", errorCode: 500, errorMessage: "The sandbox does not answer." };
		try {
			const answer = await fetch(`${home}/finish`, {
				method: "POST", headers: { "Content-Type": "application/json" },
				body: JSON.stringify({ token: config.accessToken, status }),
			});
			const body = await answer.json();
			result = answer.ok ? body : { status: "error", errorCode: Number(body.error.code), errorMessage: body.error.message };
		} catch {
			// the result says it
		}
		if (result.status === "user_cancelled") result.errorCode = 103;
		dialog.close();
		dialog.remove();
		before?.focus?.();
		handler(result);
	};
	for (const [status, label] of choices) {
		const button = document.createElement("button");
		button.type = "button";
		button.textContent = label;
		button.addEventListener("click", () => end(status), { once: true });
		dialog.append(button);
	}
	dialog.addEventListener("cancel", (event) => { event.preventDefault(); end("user_cancelled"); });
	document.body.append(dialog);
	dialog.showModal();
}

window.HyperKycConfig = HyperKycConfig;
window.HyperKYCModule = { launch, prefetch() {} };
