// The sandbox's checkout: the same window.Razorpay as the real script, with a
// page that says what it is. It stores nothing, so it also works in a document
// with an opaque origin, and it needs neither eval nor inline styles.
(() => {
  "use strict";

  const source = document.currentScript && document.currentScript.src;
  if (!source) throw new Error("checkout.js must be loaded by a script element");
  const api = new URL("checkout/", source);

  const METHODS = { upi: "UPI", card: "Card", netbanking: "Net banking", wallet: "Wallet" };

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
    @media (max-width: 30rem) { dialog { margin: auto 0 0; border-radius: .75rem .75rem 0 0; } }
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

  async function call(path, body) {
    const answer = await fetch(new URL(path, api), {
      method: "POST",
      credentials: "omit",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.json();
  }

  class Razorpay {
    #options;
    #listeners = new Map();
    #host = null;
    #parts = null;
    #timer = 0;

    constructor(options) {
      if (!options || !options.key) throw new Error("No key passed");
      this.#options = options;
    }

    on(event, listener) {
      const known = this.#listeners.get(event) || [];
      this.#listeners.set(event, [...known, listener]);
      return this;
    }

    open() {
      if (this.#host) return;
      this.#build();
      const seconds = Number(this.#options.timeout);
      if (seconds > 0) this.#timer = setTimeout(() => this.#dismiss(), seconds * 1000);
      this.#begin();
    }

    close() {
      this.#dismiss();
    }

    #emit(event, detail) {
      for (const listener of this.#listeners.get(event) || []) listener(detail);
    }

    #modal() {
      return this.#options.modal || {};
    }

    #build() {
      const status = el("p", { className: "status", role: "status" });
      const amount = el("p", { className: "amount" });
      const order = el("p", { className: "order" });
      const method = el("select", { name: "method" });
      for (const [value, text] of Object.entries(METHODS)) method.append(el("option", { value, textContent: text }));
      const prefill = this.#options.prefill || {};
      if (METHODS[prefill.method]) method.value = prefill.method;
      const seconds = el("input", { type: "number", name: "seconds", min: 1, max: 432000, value: 20 });
      const close = el("button", { type: "button", textContent: "Close" });
      const title = el("h2", { id: "title", textContent: this.#options.name || "Payment" });
      const buttons = el("div", { className: "buttons" });
      const dialog = el(
        "dialog", {},
        el("p", { className: "banner", textContent: "SANDBOX – no real money" }),
        title,
        el("p", { textContent: this.#options.description || "" }),
        amount, order,
        el("label", {}, "Pay with", method),
        el("label", {}, "Seconds until a late success", seconds),
        status, buttons,
      );
      dialog.setAttribute("aria-labelledby", "title");
      this.#parts = { dialog, status, amount, order, method, seconds, close, buttons };
      this.#wire();
      this.#show();
    }

    #wire() {
      const { dialog, buttons, close } = this.#parts;
      const action = (text, act, main) => {
        const button = el("button", { type: "button", textContent: text, disabled: true, className: main ? "main" : "" });
        button.addEventListener("click", act);
        buttons.append(button);
      };
      action("Success", () => this.#pay("success"), true);
      action("Failure", () => this.#pay("failure"));
      action("Pending", () => this.#pay("pending"));
      action("Success without callback", () => this.#pay("success", true));
      action("Late success", () => this.#pay("late"));
      buttons.append(close);
      close.addEventListener("click", () => this.#askClose());
      dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        if (this.#modal().escape !== false) this.#askClose();
      });
      dialog.addEventListener("click", (event) => {
        if (event.target === dialog && this.#modal().backdropclose === true) this.#askClose();
      });
    }

    #show() {
      this.#host = el("div", { className: "razorpay-container" });
      const root = this.#host.attachShadow({ mode: "open" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(CSS);
      root.adoptedStyleSheets = [sheet];
      root.append(this.#parts.dialog);
      document.body.append(this.#host);
      this.#parts.dialog.showModal();
    }

    #say(text, bad) {
      const { status } = this.#parts;
      status.textContent = text;
      status.classList.toggle("bad", Boolean(bad));
    }

    #enable(on) {
      for (const button of this.#parts.buttons.children) {
        button.disabled = !on && button !== this.#parts.close;
      }
    }

    async #begin() {
      if (!this.#options.order_id) {
        this.#say("There is no order. A payment without one would go back to the payer.", true);
        return;
      }
      const parts = this.#parts;
      const body = { key_id: this.#options.key, order_id: this.#options.order_id };
      const found = await call("preferences", body).catch(() => null);
      if (parts !== this.#parts) return;
      if (!found || found.error) {
        this.#say(found ? found.error.description : "The sandbox does not answer.", true);
        return;
      }
      parts.amount.textContent = rupees.format(found.order.amount / 100);
      parts.order.textContent = found.order.id;
      if (found.order.status === "paid") {
        this.#say("This order is paid already.", true);
        return;
      }
      this.#enable(true);
    }

    async #pay(outcome, silent) {
      const parts = this.#parts;
      const prefill = this.#options.prefill || {};
      this.#enable(false);
      this.#say("Asking the bank…");
      const result = await call("payments", {
        key_id: this.#options.key,
        order_id: this.#options.order_id,
        outcome,
        method: parts.method.value,
        seconds: Number(parts.seconds.value) || 0,
        email: prefill.email || "",
        contact: prefill.contact || "",
      }).catch(() => null);
      if (parts !== this.#parts) return;
      if (!result) {
        this.#say("The sandbox does not answer. Please try again.", true);
        this.#enable(true);
        return;
      }
      if (silent && result.razorpay_signature) {
        this.#say("Paid. The shop's page is not told: close this, as if the tab had died.");
        return;
      }
      this.#finish(result);
    }

    #finish(result) {
      if (result.error) {
        this.#failed(result.error);
      } else if (result.razorpay_signature) {
        this.#succeeded({
          razorpay_payment_id: result.razorpay_payment_id,
          razorpay_order_id: result.razorpay_order_id,
          razorpay_signature: result.razorpay_signature,
        });
      } else {
        this.#say("The bank has not answered yet. You may close this.");
      }
    }

    #redirects() {
      return Boolean(this.#options.callback_url) && this.#options.redirect === true;
    }

    #succeeded(fields) {
      const redirects = this.#redirects();
      this.#remove();
      if (redirects) {
        this.#post(fields);
      } else if (typeof this.#options.handler === "function") {
        this.#options.handler(fields);
      }
    }

    /** A failure is not the end: the payer may try again in the same modal. */
    #failed(error) {
      if (this.#redirects()) {
        const fields = {};
        for (const name of ["code", "description", "field", "source", "step", "reason"]) {
          if (error[name]) fields[`error[${name}]`] = error[name];
        }
        fields["error[metadata]"] = JSON.stringify(error.metadata || {});
        this.#remove();
        this.#post(fields);
        return;
      }
      this.#say(error.description, true);
      this.#emit("payment.failed", { error });
      if (!this.#parts) return;
      const retry = this.#options.retry;
      if (retry === false || (retry && retry.enabled === false)) this.#dismiss();
      else this.#enable(true);
    }

    #post(fields) {
      const form = el("form", { method: "post", action: this.#options.callback_url });
      for (const [name, value] of Object.entries(fields)) form.append(el("input", { type: "hidden", name, value }));
      document.body.append(form);
      HTMLFormElement.prototype.submit.call(form);
    }

    #askClose() {
      const { close } = this.#parts;
      if (this.#modal().confirm_close === true && close.textContent === "Close") {
        close.textContent = "Close without paying?";
        return;
      }
      this.#dismiss();
    }

    #dismiss() {
      if (!this.#host) return;
      this.#remove();
      const { ondismiss } = this.#modal();
      if (typeof ondismiss === "function") ondismiss();
    }

    #remove() {
      clearTimeout(this.#timer);
      this.#parts.dialog.close();
      this.#host.remove();
      this.#host = null;
      this.#parts = null;
    }
  }

  window.Razorpay = Razorpay;
})();
