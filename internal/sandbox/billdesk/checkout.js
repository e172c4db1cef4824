// The sandbox's SDK: the same window.loadBillDeskSdk as the real one. What draws its
// checkout stands before it (emulator/window.js).
const METHODS = { upi: "UPI", card: "Debit or credit card", netbanking: "Net banking" };

window.loadBillDeskSdk = ({ flowConfig, flowType, responseHandler }) => {
  const { merchantId, authToken, bdOrderId, mandateTokenId, childWindow, returnUrl } = flowConfig || {};
  if (!merchantId || !authToken || !(flowType === "emandate" ? mandateTokenId : bdOrderId)) throw new Error("Invalid flowConfig");
  const style = document.querySelector('link[href$="/billdesksdk/billdesksdk.css"]');
  if (!style) throw new Error("The style sheet of the SDK is missing");
  const call = caller(new URL("../", style.href));
  // What was done, and of which the shop is not told.
  let silent = false;

  const parts = openWindow({
    className: "billdesk-container", title: "BillDesk", description: flowType === "payments" ? "" : "Allow a debit of your rent each month", methods: METHODS,
    pay, askClose: leave,
  });
  parts.dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    leave();
  });

  async function request(path, body) {
    const answer = await call(path, { token: authToken, ...body }).catch(() => null);
    if (answer && !answer.error) return answer;
    parts.say(answer ? answer.error.message : "The sandbox does not answer. Please try again.", true);
    if (!answer) parts.enable(true);
    return null;
  }

  async function pay(outcome, untold) {
    parts.enable(false);
    parts.say("Asking the bank…");
    const answer = await request("finish", { outcome, method: parts.method.value, seconds: Number(parts.seconds.value) || 0 });
    if (!answer) return;
    if (untold) {
      silent = true;
      parts.say("Done. The shop's page is not told: close this, as if the tab had died.");
      return;
    }
    parts.remove();
    if (!childWindow) return void post(returnUrl, answer.fields);
    responseHandler({ status: 200, txnResponse: { orderid: answer.order_id, ...answer.fields } });
  }

  function leave() {
    if (!childWindow && !silent) return void pay("cancelled");
    parts.remove();
    responseHandler({ status: 0, isCancelledByUser: "Y" });
  }

  request("open", {}).then((order) => {
    if (!order) return;
    parts.amount.textContent = rupees.format(order.amount);
    parts.order.textContent = order.order_id;
    parts.enable(true);
  });
};
