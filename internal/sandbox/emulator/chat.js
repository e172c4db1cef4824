// What draws the windows of the chat providers of the sandbox: a list of messages and a field, which fill the page. It
// stores nothing, so it also works in a document with an opaque origin.
const CHAT_CSS = `
  :host { all: initial; color-scheme: light dark; position: fixed; inset: 0; }
  section { display: flex; flex-direction: column; height: 100%; background: #fff; color: #1b1f2a; font: 400 1rem/1.45 system-ui, sans-serif; }
  .banner { margin: 0; padding: .5rem 1rem; background: #7a4b00; color: #fff; font-weight: 600; font-size: .875rem; }
  ol { flex: 1; margin: 0; padding: 1rem; list-style: none; overflow-y: auto; display: grid; gap: .5rem; align-content: start; }
  li { max-width: 85%; padding: .5rem .75rem; border-radius: 1rem; background: #e9ebf4; white-space: pre-wrap; overflow-wrap: anywhere; justify-self: start; }
  .own { justify-self: end; background: #2d3fb0; color: #fff; }
  form { display: flex; gap: .5rem; padding: .75rem; border-top: 1px solid #d8dbe8; }
  input { flex: 1; min-width: 0; font: inherit; min-height: 2.75rem; padding: 0 .75rem; border: 1px solid #767b8a; border-radius: .6rem; background: inherit; color: inherit; }
  button { font: 600 1rem/1 system-ui, sans-serif; min-height: 2.75rem; padding: 0 1rem; border: 0; border-radius: .6rem; background: #2d3fb0; color: #fff; }
  @media (prefers-color-scheme: dark) { section { background: #171b31; color: #eef0fa; } li { background: #2c3250; } }
`;

/** openChat draws a window. say(text) sends what the customer writes, and answers with what is said to it. */
function openChat({ title, greeting, say }) {
  const list = el("ol", { ariaLabel: "Messages" });
  const field = el("input", { name: "text", ariaLabel: "Your message", autocomplete: "off", required: true, maxLength: 1000 });
  const form = el("form", {}, field, el("button", { textContent: "Send" }));
  const add = (textContent, own) => {
    list.append(el("li", { textContent, className: own ? "own" : "" }));
    list.scrollTop = list.scrollHeight;
  };
  const send = async (text) => {
    add(text, true);
    add(await say(text), false);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    field.value = "";
    if (text) send(text);
  });
  const host = el("div", {});
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CHAT_CSS);
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  root.append(el("section", { ariaLabel: title }, el("p", { className: "banner", textContent: `SANDBOX – ${title}` }), list, form));
  document.body.append(host);
  add(greeting, false);
  return { send, remove: () => host.remove(), host };
}
