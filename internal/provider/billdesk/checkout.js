// Opens BillDesk's checkout on our pay page, of a payment or the registration of a
// mandate. order is what the server says of it; tell has returned(fields), closed()
// and broken(). What BillDesk says goes to our page of return, which has its
// signature checked. With tell.byForm BillDesk goes there by a form of its own.
window.openCheckout = async (order, tell) => {
  // The SDK's function appears some time after its module has loaded.
  const appeared = async () => {
    for (let waited = 0; waited < 10_000; waited += 100) {
      if (window.loadBillDeskSdk) return true;
      await new Promise((done) => setTimeout(done, 100));
    }
    return false;
  };
  if (!document.querySelector(`link[href="${order.style_url}"]`)) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: order.style_url }));
  }
  if (!(await appeared())) return tell.broken();
  const mandate = order.flow === "emandate";
  const prefs = { payment_categories: order.category ? [order.category] : undefined };
  const flowConfig = {
    merchantId: order.merchant_id, authToken: order.auth_token, returnUrl: order.callback_url, childWindow: !tell.byForm,
    retryCount: 0, crossButtonHandling: "Y", prefs,
  };
  if (mandate) flowConfig.mandateTokenId = order.mandate_token_id;
  else flowConfig.bdOrderId = order.bd_order_id;
  const field = mandate ? "mandate_response" : "transaction_response";
  const responseHandler = (txn) => {
    const said = txn && txn.txnResponse;
    const sealed = typeof said === "string" ? said : said && (said[field] || said.encrypted_response);
    if (sealed) tell.returned({ [field]: sealed });
    else if (txn && txn.status === 200) tell.returned({});
    else tell.closed();
  };
  try {
    window.loadBillDeskSdk({ merchantLogo: "", flowType: order.flow, flowConfig, responseHandler });
  } catch {
    tell.broken();
  }
};
