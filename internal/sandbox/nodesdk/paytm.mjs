// Speaks to the sandbox's Paytm with Paytm's official checksum package, and has
// it verify what the sandbox and the adapter sign. It prints one line per step
// and exits with 1 at the first that differs.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const PaytmChecksum = createRequire(import.meta.url)("paytmchecksum");

const { SANDBOX_URL, MID, KEY, WEBSITE } = process.env;
const base = `${SANDBOX_URL}/sandbox/paytm`;

/** call signs a body as the official samples do, and verifies the answer's signature over its own bytes. */
async function call(path, body, key = KEY) {
  const text = JSON.stringify(body);
  const head = JSON.stringify({ signature: await PaytmChecksum.generateSignature(text, key) });
  const answer = await fetch(base + path, { method: "POST", body: `{"head":${head},"body":${text}}` });
  assert.equal(answer.status, 200, path);
  const raw = await answer.text();
  const answered = JSON.parse(raw);
  const within = raw.slice(raw.indexOf('"body":') + '"body":'.length, raw.lastIndexOf('},"head"') + 1);
  assert.equal(PaytmChecksum.verifySignature(within, KEY, answered.head.signature), true, `${path}: signature of ${within}`);
  return answered.body;
}

const initiate = (orderId, changes = {}, key = KEY) => call(`/theia/api/v1/initiateTransaction?mid=${MID}&orderId=${orderId}`, {
  requestType: "Payment", mid: MID, websiteName: WEBSITE, orderId, callbackUrl: "http://shop.test/return",
  txnAmount: { value: "1299.00", currency: "INR" }, userInfo: { custId: "CUST_001" }, ...changes,
}, key);

async function pay(order_id, outcome) {
  const answer = await fetch(`${base}/pay`, { method: "POST", body: JSON.stringify({ order_id, outcome }) });
  assert.equal(answer.status, 200);
  return answer.json();
}

const code = ({ resultInfo }) => [resultInfo.resultStatus, resultInfo.resultCode];

const steps = {
  async "opens an order, and the same again"() {
    const first = await initiate("RMSDK1");
    assert.deepEqual(code(first), ["S", "0000"]);
    const again = await initiate("RMSDK1");
    assert.deepEqual([code(again), again.txnToken], [["S", "0002"], first.txnToken]);
  },

  async "refuses what the real one refuses"() {
    assert.deepEqual(code(await initiate("RMSDK2", {}, "SBXKEY9876543210")), ["F", "227"]);
    assert.deepEqual(code(await initiate("RMSDK2", { mid: "SBXMID00000000000002" })), ["F", "335"]);
    assert.deepEqual(code(await initiate("RMSDK2", { txnAmount: { value: "1299", currency: "INR" } })), ["F", "335"]);
    assert.deepEqual(code(await initiate("RMSDK2", { websiteName: "OTHER" })), ["F", "501"]);
    await initiate("RMSDK2");
    await pay("RMSDK2", "failure");
    assert.deepEqual(code(await initiate("RMSDK2")), ["F", "334"]);
  },

  async "signs returns as the package expects"() {
    await initiate("RMSDK3");
    const { fields } = await pay("RMSDK3", "success");
    const { CHECKSUMHASH, ...form } = fields;
    assert.equal(PaytmChecksum.verifySignature({ ...form }, KEY, CHECKSUMHASH), true);
    assert.equal(PaytmChecksum.verifySignature({ ...form, TXNAMOUNT: "1.00" }, KEY, CHECKSUMHASH), false);
    assert.throws(() => PaytmChecksum.verifySignature({ ...form, TXNAMOUNT: 1299 }, KEY, CHECKSUMHASH));
    const answered = await call("/v3/order/status", { mid: MID, orderId: "RMSDK3" });
    assert.deepEqual([code(answered), answered.txnId, answered.txnAmount], [["TXN_SUCCESS", "01"], form.TXNID, "1299.00"]);
  },

  async "signs webhooks as the package expects"() {
    const webhooks = JSON.parse(process.env.WEBHOOKS);
    assert.ok(webhooks.length > 0);
    for (const raw of webhooks) {
      const { signature } = JSON.parse(raw).head;
      const within = raw.slice(raw.indexOf('"body":') + '"body":'.length, -1);
      assert.equal(PaytmChecksum.verifySignature(within, KEY, signature), true);
      assert.equal(PaytmChecksum.verifySignature(`${within} `, KEY, signature), false);
    }
  },

  async "takes the adapter's signatures"() {
    for (const { text, checksum } of JSON.parse(process.env.SIGNED)) {
      assert.equal(PaytmChecksum.verifySignature(text, KEY, checksum), true, text);
      assert.equal(PaytmChecksum.verifySignature(`${text} `, KEY, checksum), false, text);
    }
  },

  async "refunds once by its id"() {
    await initiate("RMSDK4");
    const { payment_id } = await pay("RMSDK4", "success");
    const refund = (refId, refundAmount) => call("/refund/apply", { mid: MID, txnType: "REFUND", orderId: "RMSDK4", txnId: payment_id, refId, refundAmount });
    const first = await refund("REF1", "299.00");
    const again = await refund("REF1", "299.00");
    assert.deepEqual([code(again), again.refundId], [["TXN_FAILURE", "617"], first.refundId]);
    assert.deepEqual(code(await refund("REF1", "300.00")), ["TXN_FAILURE", "DUPLICATE_REF_ID"]);
    assert.deepEqual(code(await refund("REF2", "1.00")), ["TXN_FAILURE", "626"]);
    assert.deepEqual(code(await call("/v2/refund/status", { mid: MID, orderId: "RMSDK4", refId: "REF1" })), ["PENDING", "617"]);
  },
};

for (const [name, step] of Object.entries(steps)) {
  await step();
  console.log(`ok ${name}`);
}
