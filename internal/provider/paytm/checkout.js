// Opens Paytm's checkout on our pay page. order is what the server says of the
// order; tell has returned(fields), closed() and broken(). What Paytm says goes to
// our page of return, which has its checksum checked. With tell.byForm Paytm goes
// there by a form of its own, for views that lose callbacks.
window.openCheckout = ({ order_id, amount, token }, tell) => {
  const checkout = window.Paytm.CheckoutJS;
  const rupees = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
  // Paytm may say that it was closed after it has told how a payment ended.
  let ended = false;
  const config = {
    root: "",
    flow: "DEFAULT",
    data: { orderId: order_id, token, tokenType: "TXN_TOKEN", amount: rupees },
    merchant: { redirect: tell.byForm },
    handler: {
      notifyMerchant: function (event) {
        if (ended) return;
        if (event === "CHECK_ORDER_STATUS" || event === "SESSION_EXPIRED") {
          ended = true;
          tell.returned({});
        } else if (event === "APP_CLOSED") tell.closed();
      },
      transactionStatus: function (fields) {
        ended = true;
        checkout.close();
        tell.returned(fields);
      },
    },
  };
  checkout.init(config).then(
    () => checkout.invoke(),
    () => tell.broken(),
  );
};
