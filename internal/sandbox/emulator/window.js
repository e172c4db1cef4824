// What draws the checkouts of the sandbox: a page over the shop's that says what
// it is. It stores nothing, so it also works in a document with an opaque
// origin, and it needs neither eval nor inline styles.
const CSS = `
  :host { all: initial; color-scheme: light dark; }
  dialog {
    box-sizing: border-box; width: min(25rem, 100vw); max-width: none; max-height: 100dvh; overflow: auto;
    border: 0; border-radius: .75rem; padding: 0 1.25rem 1.25rem; margin: auto;
    background: #fff; color: #1b1f2a; font: 400 1rem/1.45 system-ui, sans-serif; box-shadow: 0 1.5rem 4rem #0006;
  }
  dialog::backdrop { background: #0009; }
  .banner {
    margin: 0 -1.25rem 1rem; padding: .6rem 1.25rem; background: #7a4b00; color: #fff;
    font-weight: 600; font-size: .875rem; letter-spacing: .02em;
  }
  h2 { margin: 0; font-size: 1.1rem; }
  p { margin: .25rem 0; }
  .amount { font-size: 1.75rem; font-weight: 700; font-variant-numeric: tabular-nums; }
  .order { font: .8rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; opacity: .8; }
  .status { min-height: 1.5rem; font-size: .9rem; }
  .bad { color: #a3161f; }
  label { display: flex; gap: .5rem; align-items: center; justify-content: space-between; margin: .75rem 0; font-size: .9rem; }
  select, input { font: inherit; min-height: 2.75rem; padding: 0 .5rem; border: 1px solid #767b8a; border-radius: .4rem; background: inherit; color: inherit; }
  input { width: 5.5rem; }
  .buttons { display: grid; gap: .5rem; }
  button {
    font: 600 .95rem/1.2 system-ui, sans-serif; min-height: 2.75rem; padding: .5rem .75rem; cursor: pointer;
    border: 1px solid #767b8a; border-radius: .4rem; background: transparent; color: inherit;
  }
  button.main { background: #14653b; border-color: #14653b; color: #fff; }
  button:disabled { opacity: .5; cursor: default; }
  :focus-visible { outline: 3px solid #2f6fed; outline-offset: 2px; }
  @media (max-width: 30rem) { dialog { margin: auto auto 0; border-radius: .75rem .75rem 0 0; } }
  @media (prefers-color-scheme: dark) {
    dialog { background: #1c202b; color: #eef0f5; }
    .bad { color: #ff9aa0; }
  }
`;

/** el makes an element; it never reads text as markup. */
function el(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });

/** caller makes the function that calls the sandbox below an address. */
function caller(api) {
  return async (path, body) => {
    const answer = await fetch(new URL(path, api), {
      method: "POST",
      credentials: "omit",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
}

/**
 * openWindow draws a checkout over the page. pay(outcome, silent) is what the
 * payer decides, askClose() the wish to leave. Its buttons are off until
 * enable(true).
 */
function openWindow({ className, title, description, methods, pay, askClose }) {
  const status = el("p", { className: "status", role: "status" });
  const amount = el("p", { className: "amount" });
  const order = el("p", { className: "order" });
  const method = el("select", { name: "method" });
  for (const [value, textContent] of Object.entries(methods)) method.append(el("option", { value, textContent }));
  const seconds = el("input", { type: "number", name: "seconds", min: 1, max: 432000, value: 20 });
  const close = el("button", { type: "button", textContent: "Close" });
  const buttons = el("div", { className: "buttons" });
  const dialog = el(
    "dialog", {},
    el("p", { className: "banner", textContent: "SANDBOX – no real money" }),
    el("h2", { id: "title", textContent: title }),
    el("p", { textContent: description }),
    amount, order,
    el("label", {}, "Pay with", method),
    el("label", {}, "Seconds until a late success", seconds),
    status, buttons,
  );
  dialog.setAttribute("aria-labelledby", "title");
  const action = (textContent, act, main) => {
    const button = el("button", { type: "button", textContent, disabled: true, className: main ? "main" : "" });
    button.addEventListener("click", act);
    buttons.append(button);
  };
  action("Success", () => pay("success"), true);
  action("Failure", () => pay("failure"));
  action("Pending", () => pay("pending"));
  action("Success without callback", () => pay("success", true));
  action("Late success", () => pay("late"));
  buttons.append(close);
  close.addEventListener("click", askClose);

  const host = el("div", { className });
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  root.adoptedStyleSheets = [sheet];
  root.append(dialog);
  document.body.append(host);
  dialog.showModal();
  return {
    dialog, amount, order, method, seconds, close,
    say(text, bad) {
      status.textContent = text;
      status.classList.toggle("bad", Boolean(bad));
    },
    enable(on) {
      for (const button of buttons.children) button.disabled = !on && button !== close;
    },
    remove() {
      dialog.close();
      host.remove();
    },
  };
}

/** post takes the browser to an address by a form. */
function post(action, fields) {
  const form = el("form", { method: "post", action });
  for (const [name, value] of Object.entries(fields)) form.append(el("input", { type: "hidden", name, value }));
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}

