// Opens Razorpay's checkout on our pay page. order is what the server says of
// the order; tell has paid(fields), failed() and closed(). With tell.byForm
// Razorpay comes back by a form of its own, for views that lose callbacks.
window.openCheckout = ({ key, order_id, amount, currency, name, description, prefill, callback_url }, tell) => {
  const options = {
    key, order_id, amount, currency, name, description, prefill,
    modal: { ondismiss: tell.closed, backdropclose: false },
  };
  const how = tell.byForm ? { callback_url, redirect: true } : { handler: tell.paid };
  const opened = new window.Razorpay({ ...options, ...how });
  opened.on("payment.failed", tell.failed);
  opened.open();
};
