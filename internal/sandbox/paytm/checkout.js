// The sandbox's checkout: the same window.Paytm.CheckoutJS as the real script.
// What draws it stands before it (emulator/window.js).
const source = document.currentScript && document.currentScript.src;
if (!source) throw new Error("CheckoutJS must be loaded by a script element");
const call = caller(new URL("../", source));

const METHODS = { UPI: "UPI", DC: "Debit card", NB: "Net banking", PPI: "Paytm wallet" };

let config = null;
let parts = null;
// A payment that was made, and of which the shop's page is not told.
let silent = false;

const notify = (event, data) => {
  const { notifyMerchant } = config.handler || {};
  if (typeof notifyMerchant === "function") notifyMerchant(event, data);
};

const redirects = () => Boolean(config.merchant && config.merchant.redirect);

function remove() {
  if (parts) parts.remove();
  parts = null;
}

async function request(path, body) {
  const now = parts;
  const answer = await call(path, { token: config.data.token, ...body }).catch(() => null);
  if (now !== parts) return null;
  if (answer && !answer.error) return answer;
  parts.say(answer ? answer.error.message : "The sandbox does not answer. Please try again.", true);
  if (!answer) parts.enable(true);
  else if (answer.error.code === "SESSION_EXPIRED") notify("SESSION_EXPIRED", {});
  return null;
}

async function pay(outcome, untold) {
  parts.enable(false);
  parts.say("Asking the bank…");
  const answer = await request("payments", { outcome, method: parts.method.value, seconds: Number(parts.seconds.value) || 0 });
  if (!answer) return;
  if (untold) {
    silent = true;
    parts.say("Paid. The shop's page is not told: close this, as if the tab had died.");
    return;
  }
  remove();
  if (redirects()) return void post(answer.callback, answer.fields);
  const { transactionStatus } = config.handler || {};
  if (typeof transactionStatus === "function") transactionStatus(answer.fields);
}

/** Whoever leaves a page goes back with that; whoever leaves a window is just gone. */
function leave() {
  if (redirects() && !silent) return void pay("cancelled");
  remove();
  notify("APP_CLOSED", {});
}

const CheckoutJS = {
  onLoad(done) {
    done();
  },

  async init(given) {
    const { orderId, token, tokenType, amount } = (given && given.data) || {};
    if (!orderId || !token || tokenType !== "TXN_TOKEN") throw new Error("Invalid order or token");
    if (!/^\d+\.\d{2}$/.test(amount)) throw new Error("The amount must have two decimals");
    config = given;
  },

  async invoke() {
    if (!config || parts) return;
    silent = false;
    parts = openWindow({
      className: "paytm-container", title: "Paytm", description: "", methods: METHODS, pay, askClose: leave,
    });
    parts.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      leave();
    });
    const order = await request("order", {});
    if (!order) return;
    parts.amount.textContent = rupees.format(order.amount);
    parts.order.textContent = order.order_id;
    parts.enable(true);
  },

  close() {
    remove();
  },
};

window.Paytm = { ...window.Paytm, CheckoutJS };

// Paytm's own page has no shop's script: it opens by itself.
const { order: orderId, token, amount } = document.body ? document.body.dataset : {};
if (orderId && token) {
  const data = { orderId, token, tokenType: "TXN_TOKEN", amount };
  CheckoutJS.init({ data, merchant: { redirect: true } }).then(CheckoutJS.invoke);
}
