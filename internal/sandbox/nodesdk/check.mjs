// Drives Razorpay's official SDK against the provider sandbox, so that the
// sandbox is held to what the real client sends and expects. It prints one
// line per step and exits with 1 at the first that differs.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const Razorpay = require("razorpay");
const { validatePaymentVerification, validateWebhookSignature } = require("razorpay/dist/utils/razorpay-utils");

const { SANDBOX_URL, KEY_ID, KEY_SECRET, WEBHOOK_SECRET } = process.env;
const razorpay = new Razorpay({ key_id: KEY_ID, key_secret: KEY_SECRET });
razorpay.api.rq.defaults.baseURL = `${SANDBOX_URL}/sandbox/razorpay`;

async function post(path, body) {
  const answer = await fetch(SANDBOX_URL + path, { method: "POST", body: JSON.stringify(body) });
  assert.equal(answer.status, 200, path);
  return answer.json();
}

const pay = (order_id, outcome) => post("/sandbox/razorpay/pay", { order_id, outcome });

async function refused(promise, statusCode, code) {
  const error = await promise.then(() => assert.fail("accepted"), (e) => e);
  assert.equal(error.statusCode, statusCode);
  assert.equal(error.error.code, code);
  return error.error;
}

const steps = {
  async "creates and fetches an order"() {
    const order = await razorpay.orders.create({ amount: 129900, currency: "INR", receipt: "RMSDK1", notes: { invoice: "7" } });
    assert.match(order.id, /^order_[A-Za-z0-9]{14}$/);
    assert.deepEqual([order.entity, order.amount, order.amount_due, order.status], ["order", 129900, 129900, "created"]);
    assert.deepEqual((await razorpay.orders.fetch(order.id)).notes, { invoice: "7" });
    const found = await razorpay.orders.all({ receipt: "RMSDK1" });
    assert.deepEqual([found.count, found.items[0].id], [1, order.id]);
  },

  async "refuses what the real one refuses"() {
    await refused(razorpay.orders.create({ amount: 99, currency: "INR" }), 400, "BAD_REQUEST_ERROR");
    await refused(razorpay.orders.fetch("order_unknown"), 400, "BAD_REQUEST_ERROR");
    const unauthorized = new Razorpay({ key_id: KEY_ID, key_secret: "wrong" });
    unauthorized.api.rq.defaults.baseURL = razorpay.api.rq.defaults.baseURL;
    await refused(unauthorized.orders.all(), 401, "BAD_REQUEST_ERROR");
  },

  async "captures an authorized payment in full only"() {
    const order = await razorpay.orders.create({ amount: 50000, currency: "INR" });
    const { payment_id } = await pay(order.id, "success");
    assert.equal((await razorpay.payments.fetch(payment_id)).status, "authorized");
    await refused(razorpay.payments.capture(payment_id, 49900, "INR"), 400, "BAD_REQUEST_ERROR");
    assert.equal((await razorpay.payments.capture(payment_id, 50000, "INR")).status, "captured");
    await refused(razorpay.payments.capture(payment_id, 50000, "INR"), 400, "BAD_REQUEST_ERROR");
    const { items } = await razorpay.orders.fetchPayments(order.id);
    assert.deepEqual(items.map((p) => [p.id, p.captured]), [[payment_id, true]]);
    assert.equal((await razorpay.orders.fetch(order.id)).status, "paid");
  },

  async "refunds in parts and no more than was paid"() {
    const order = await razorpay.orders.create({ amount: 50000, currency: "INR", payment_capture: true });
    const { payment_id } = await pay(order.id, "success");
    const refund = await razorpay.payments.refund(payment_id, { amount: 20000, speed: "normal", receipt: "RFSDK1" });
    assert.match(refund.id, /^rfnd_/);
    assert.equal((await razorpay.refunds.fetch(refund.id)).payment_id, payment_id);
    assert.equal((await razorpay.payments.fetch(payment_id)).refund_status, "partial");
    await refused(razorpay.payments.refund(payment_id, { amount: 40000 }), 400, "BAD_REQUEST_ERROR");
    await refused(razorpay.payments.refund(payment_id, { amount: 100, colour: "red" }), 400, "BAD_REQUEST_ERROR");
    await razorpay.payments.refund(payment_id, {});
    const paid = await razorpay.payments.fetch(payment_id);
    assert.deepEqual([paid.status, paid.refund_status, paid.amount_refunded], ["refunded", "full", 50000]);
    assert.equal((await razorpay.payments.fetchMultipleRefund(payment_id, {})).count, 2);
  },

  async "registers a mandate and debits by it"() {
    const person = { name: "Asha Rao", contact: "+919000000001", email: "asha@mail.example", fail_existing: "0" };
    const customer = await razorpay.customers.create(person);
    assert.match(customer.id, /^cust_/);
    assert.equal((await razorpay.customers.create(person)).id, customer.id);
    await refused(razorpay.customers.create({ ...person, fail_existing: "1" }), 400, "BAD_REQUEST_ERROR");
    const token = { auth_type: "netbanking", max_amount: 500000, expire_at: 4102444799 };
    const begin = { amount: 0, currency: "INR", method: "emandate", customer_id: customer.id, receipt: "RMSDK2" };
    await refused(razorpay.orders.create({ ...begin, amount: 100, token }), 400, "BAD_REQUEST_ERROR");
    const order = await razorpay.orders.create({ ...begin, token });
    assert.deepEqual([order.amount, order.token.max_amount, order.token.method], [0, 500000, "emandate"]);
    const { payment_id } = await pay(order.id, "success");
    const { token_id, customer_id } = await razorpay.payments.fetch(payment_id);
    assert.equal(customer_id, customer.id);
    const mandate = await razorpay.customers.fetchToken(customer.id, token_id);
    assert.deepEqual([mandate.recurring_details.status, mandate.max_amount, mandate.method], ["confirmed", 500000, "emandate"]);
    assert.equal((await razorpay.customers.fetchTokens(customer.id)).items[0].id, token_id);
    const due = await razorpay.orders.create({ amount: 176900, currency: "INR", payment_capture: true, receipt: "RMSDK3" });
    const charge = { email: person.email, contact: person.contact, amount: 176900, currency: "INR", order_id: due.id, customer_id: customer.id, recurring: "1" };
    await refused(razorpay.payments.createRecurringPayment({ ...charge, token: "token_unknown" }), 400, "BAD_REQUEST_ERROR");
    const { razorpay_payment_id } = await razorpay.payments.createRecurringPayment({ ...charge, token: token_id });
    assert.equal((await razorpay.payments.fetch(razorpay_payment_id)).status, "captured");
    assert.deepEqual(await razorpay.customers.deleteToken(customer.id, token_id), { deleted: true });
    await refused(razorpay.customers.fetchToken(customer.id, token_id), 400, "BAD_REQUEST_ERROR");
  },

  async "gives proofs that the SDK accepts"() {
    const order = await razorpay.orders.create({ amount: 50000, currency: "INR", payment_capture: true });
    const r = await pay(order.id, "success");
    const ids = { order_id: order.id, payment_id: r.razorpay_payment_id };
    assert.equal(validatePaymentVerification(ids, r.razorpay_signature, KEY_SECRET), true);
    assert.equal(validatePaymentVerification(ids, r.razorpay_signature, "wrong"), false);
  },

  async "signs webhooks as the SDK expects"() {
    for (const { body, signature } of JSON.parse(process.env.WEBHOOKS)) {
      assert.equal(validateWebhookSignature(body, signature, WEBHOOK_SECRET), true);
      assert.equal(validateWebhookSignature(`${body} `, signature, WEBHOOK_SECRET), false);
    }
  },
};

for (const [name, step] of Object.entries(steps)) {
  await step();
  console.log(`ok ${name}`);
}
