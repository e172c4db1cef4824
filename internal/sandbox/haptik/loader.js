// The globals of the provider's own loader, with a window that fills the page.
const settings = window.haptikInitSettings ?? {};
const call = caller(new URL("v1.0/", `${String(settings["base-url"]).replace(/\/$/, "")}/`).href);
let token, chat;

window.HaptikSDK = {
  init() {},
  async signup({ auth_id, auth_code }, done) {
    try {
      const answer = await call("user/", { client_id: settings["client-id"], business_id: settings["business-id"], auth_id, auth_code });
      token = answer.token;
      done(answer.success, answer.success ? undefined : { message: answer.message }, answer);
    } catch {
      done(false, { message: "The sandbox does not answer." });
    }
  },
  show() {
    chat ??= openChat({
      title: "Haptik",
      greeting: "Hello! This is the sandbox of the chat provider.",
      say: async (text) => (await call("message/", { token, text })).reply ?? "This could not be sent.",
    });
    chat.host.hidden = false;
  },
  hide() {
    if (chat) chat.host.hidden = true;
  },
  async launchMessage(text, done) {
    await chat?.send(text);
    done?.(true);
  },
  logout(done) {
    token = undefined;
    chat?.remove();
    chat = undefined;
    done?.(true);
  },
};
document.dispatchEvent(new Event("haptik_sdk"));
