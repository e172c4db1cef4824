// The sandbox's page of a wallet at Juspay. What draws it stands before it
// (emulator/window.js).
const { txn, order, amount, method } = document.body.dataset;
const call = caller(new URL("./", document.currentScript.src));

// A payment that was made, and of which the shop is not told.
let silent = false;
const parts = openWindow({
  className: "juspay-container", title: method, description: "Paid through Juspay", methods: { WALLET: "Wallet" }, pay, askClose: leave,
});
parts.dialog.addEventListener("cancel", (event) => {
  event.preventDefault();
  leave();
});
parts.amount.textContent = rupees.format(amount);
parts.order.textContent = order;
parts.enable(true);

async function pay(outcome, untold) {
  parts.enable(false);
  parts.say("Asking the wallet…");
  const answer = await call("finish", { txn, outcome, seconds: Number(parts.seconds.value) || 0 }).catch(() => null);
  if (!answer || answer.error) {
    parts.say(answer ? answer.error.message : "The sandbox does not answer. Please try again.", true);
    if (!answer) parts.enable(true);
    return;
  }
  if (untold) {
    silent = true;
    parts.say("Paid. The shop is not told: close this, as if the tab had died.");
    return;
  }
  location.assign(answer.return_url);
}

/** Whoever leaves goes back with that; after a payment of which the shop is not told there is nothing to bring. */
function leave() {
  if (silent) {
    parts.remove();
    window.close();
    return;
  }
  void pay("cancelled");
}
