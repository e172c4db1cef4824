// The sandbox's checkout: the same window.Razorpay as the real script. What draws
// it stands before it (emulator/window.js).
const source = document.currentScript && document.currentScript.src;
if (!source) throw new Error("checkout.js must be loaded by a script element");
const call = caller(new URL("checkout/", source));

const METHODS = { upi: "UPI", card: "Card", netbanking: "Net banking", wallet: "Wallet" };
// The rails of a mandate: the order says which of them it is.
const RAILS = { upi: METHODS.upi, card: METHODS.card, emandate: METHODS.netbanking };

class Razorpay {
  #options;
  #listeners = new Map();
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
    if (this.#parts) return;
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
    const methods = this.#options.recurring ? RAILS : METHODS;
    const parts = openWindow({
      className: "razorpay-container",
      title: this.#options.name || "Payment",
      description: this.#options.description || "",
      methods,
      pay: (outcome, silent) => this.#pay(outcome, silent),
      askClose: () => this.#askClose(),
    });
    const prefill = this.#options.prefill || {};
    if (methods[prefill.method]) parts.method.value = prefill.method;
    parts.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      if (this.#modal().escape !== false) this.#askClose();
    });
    parts.dialog.addEventListener("click", (event) => {
      if (event.target === parts.dialog && this.#modal().backdropclose === true) this.#askClose();
    });
    this.#parts = parts;
  }

  async #begin() {
    if (!this.#options.order_id) {
      this.#parts.say("There is no order. A payment without one would go back to the payer.", true);
      return;
    }
    const parts = this.#parts;
    const { key, order_id, customer_id, recurring } = this.#options;
    const body = { key_id: key, order_id, customer_id, recurring: recurring ? "1" : "" };
    const found = await call("preferences", body).catch(() => null);
    if (parts !== this.#parts) return;
    if (!found || found.error) {
      this.#parts.say(found ? found.error.description : "The sandbox does not answer.", true);
      return;
    }
    parts.amount.textContent = rupees.format(found.order.amount / 100);
    parts.order.textContent = found.order.id;
    if (found.order.token) {
      parts.method.value = found.methods[0];
      parts.method.disabled = true;
    }
    if (found.order.status === "paid") {
      this.#parts.say("This order is paid already.", true);
      return;
    }
    this.#parts.enable(true);
  }

  async #pay(outcome, silent) {
    const parts = this.#parts;
    const prefill = this.#options.prefill || {};
    this.#parts.enable(false);
    this.#parts.say("Asking the bank…");
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
      this.#parts.say("The sandbox does not answer. Please try again.", true);
      this.#parts.enable(true);
      return;
    }
    if (silent && result.razorpay_signature) {
      this.#parts.say("Paid. The shop's page is not told: close this, as if the tab had died.");
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
      this.#parts.say("The bank has not answered yet. You may close this.");
    }
  }

  #redirects() {
    return Boolean(this.#options.callback_url) && this.#options.redirect === true;
  }

  #succeeded(fields) {
    const redirects = this.#redirects();
    this.#remove();
    if (redirects) {
      post(this.#options.callback_url, fields);
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
      post(this.#options.callback_url, fields);
      return;
    }
    this.#parts.say(error.description, true);
    this.#emit("payment.failed", { error });
    if (!this.#parts) return;
    const retry = this.#options.retry;
    if (retry === false || (retry && retry.enabled === false)) this.#dismiss();
    else this.#parts.enable(true);
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
    if (!this.#parts) return;
    this.#remove();
    const { ondismiss } = this.#modal();
    if (typeof ondismiss === "function") ondismiss();
  }

  #remove() {
    clearTimeout(this.#timer);
    this.#parts.remove();
    this.#parts = null;
  }
}

window.Razorpay = Razorpay;
