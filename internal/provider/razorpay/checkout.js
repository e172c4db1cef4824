// Opens Razorpay's checkout on our pay page, of a payment or the registration of a
// mandate. order is what the server says of it; tell has paid(fields), failed() and
// closed(). With tell.byForm Razorpay comes back by a form of its own, for views that
// lose callbacks.
window.openCheckout = (
  { key, order_id, amount, currency, name, description, prefill, callback_url, customer_id, recurring, method },
  tell,
) => {
  const options = {
    key, order_id, amount, currency, name, description, prefill,
    modal: { ondismiss: tell.closed, backdropclose: false },
  };
  if (recurring) Object.assign(options, { customer_id, recurring, prefill: { ...prefill, method } });
  const how = tell.byForm ? { callback_url, redirect: true } : { handler: tell.paid };
  const opened = new window.Razorpay({ ...options, ...how });
  opened.on("payment.failed", tell.failed);
  opened.open();
};
