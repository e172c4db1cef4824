// Opens the sandbox's checkout in a browser as the payment page does: in a
// frame with an opaque origin, under a policy that allows nothing but the
// sandbox's script and calls. It prints one line per step.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { chromium } from "playwright-core";

const { SANDBOX_URL, KEY_ID, CHROMIUM } = process.env;

const policy = [
  "default-src 'none'", "script-src 'self' " + SANDBOX_URL, "connect-src " + SANDBOX_URL,
  "form-action 'self'", "require-trusted-types-for 'script'",
].join("; ");

const pageScript = `
  window.events = [];
  const record = (name) => (detail) => events.push([name, detail]);
  window.start = (options) => {
    const checkout = new Razorpay({
      name: "Rento", handler: record("handler"), ...options,
      modal: { ondismiss: record("dismiss"), ...options.modal },
    });
    checkout.on("payment.failed", record("failed"));
    checkout.open();
    window.checkout = checkout;
  };`;

const posted = [];

function page(request, response) {
  const path = new URL(request.url, "http://page").pathname;
  if (path === "/return") {
    let body = "";
    request.on("data", (part) => { body += part; });
    request.on("end", () => { posted.push(Object.fromEntries(new URLSearchParams(body))); response.end("returned"); });
    return;
  }
  if (path === "/page.js") {
    response.setHeader("Content-Type", "text/javascript");
    response.end(pageScript);
    return;
  }
  response.setHeader("Content-Type", "text/html");
  if (path === "/outer") {
    response.end('<iframe sandbox="allow-scripts allow-forms" src="/pay"></iframe>');
    return;
  }
  response.setHeader("Content-Security-Policy", policy);
  response.end(`<!doctype html><title>Pay</title><body><script src="${SANDBOX_URL}/sandbox/razorpay/v1/checkout.js"></script><script src="/page.js"></script>`);
}

const server = createServer(page);
await new Promise((done) => { server.listen(0, "127.0.0.1", done); });
const shop = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });

async function post(path, body) {
  const answer = await fetch(SANDBOX_URL + path, { method: "POST", headers: { Authorization: process.env.BASIC }, body: JSON.stringify(body) });
  assert.equal(answer.status, 200, path);
  return answer.json();
}

async function order() {
  return (await post("/sandbox/razorpay/v1/orders", { amount: 129900, currency: "INR", payment_capture: true })).id;
}

/** visit opens the page, framed or not, and collects what went wrong there. */
async function visit(path) {
  const tab = await browser.newPage();
  const complaints = [];
  tab.on("console", (message) => { if (message.type() === "error") complaints.push(message.text()); });
  tab.on("pageerror", (error) => complaints.push(error.message));
  await tab.goto(shop + path);
  const frame = path === "/outer" ? await (await tab.waitForSelector("iframe")).contentFrame() : tab.mainFrame();
  await frame.waitForFunction(() => window.start);
  return { tab, frame, complaints };
}

async function open(path, options = {}) {
  const seen = await visit(path);
  const order_id = await order();
  await seen.frame.evaluate((o) => window.start(o), { key: KEY_ID, order_id, ...options });
  return { ...seen, order_id, events: () => seen.frame.evaluate(() => window.events) };
}

const press = (seen, name) => seen.frame.getByRole("button", { name, exact: true }).click();
const until = (seen, count) => seen.frame.waitForFunction((n) => window.events.length >= n, count);
const gone = (seen) => seen.frame.waitForFunction(() => !document.querySelector(".razorpay-container"));

const steps = {
  async "shows what it is and succeeds in an opaque origin"() {
    const seen = await open("/outer");
    assert.equal(await seen.frame.evaluate(() => self.origin), "null");
    const dialog = seen.frame.getByRole("dialog", { name: "Rento" });
    for (const part of ["SANDBOX – no real money", "₹1,299.00", seen.order_id]) await dialog.getByText(part).waitFor();
    await press(seen, "Success");
    await until(seen, 1);
    const [[name, proof]] = await seen.events();
    assert.equal(name, "handler");
    assert.deepEqual(Object.keys(proof), ["razorpay_payment_id", "razorpay_order_id", "razorpay_signature"]);
    assert.equal(proof.razorpay_order_id, seen.order_id);
    await gone(seen);
    assert.deepEqual(seen.complaints, []);
  },

  async "registers a mandate of the customer that the order is for"() {
    const person = { contact: "+919000000001", fail_existing: "0" };
    const customer_id = (await post("/sandbox/razorpay/v1/customers", person)).id;
    const token = { max_amount: 500000, expire_at: 4102444799, frequency: "monthly" };
    const begin = { amount: 100, currency: "INR", method: "card", customer_id, token, payment: { capture: "manual" } };
    const order_id = (await post("/sandbox/razorpay/v1/orders", begin)).id;
    const other = await open("/outer", { order_id, customer_id: "cust_other", recurring: "1" });
    await other.frame.getByText("The order registers a mandate").waitFor();
    const seen = await open("/outer", { order_id, customer_id, recurring: "1", prefill: { method: "card" } });
    await seen.frame.getByText("₹1.00").waitFor();
    assert.equal(await seen.frame.getByRole("combobox").inputValue(), "card");
    await press(seen, "Success");
    await until(seen, 1);
    const [[name, proof]] = await seen.events();
    assert.deepEqual([name, proof.razorpay_order_id], ["handler", order_id]);
    assert.deepEqual(seen.complaints, []);
  },

  async "is styled although the policy allows no style"() {
    const seen = await open("/outer");
    const width = await seen.frame.getByText("SANDBOX – no real money").evaluate((e) => getComputedStyle(e).fontWeight);
    assert.equal(width, "600");
  },

  async "lets the payer try again after failures"() {
    const seen = await open("/outer");
    await press(seen, "Failure");
    await until(seen, 1);
    await press(seen, "Failure");
    await until(seen, 2);
    await press(seen, "Success");
    await until(seen, 3);
    const events = await seen.events();
    assert.deepEqual(events.map(([name]) => name), ["failed", "failed", "handler"]);
    assert.equal(events[0][1].error.reason, "payment_failed");
    assert.equal(events[0][1].error.metadata.order_id, seen.order_id);
    assert.notEqual(events[0][1].error.metadata.payment_id, events[1][1].error.metadata.payment_id);
  },

  async "closes after a failure when retry is off"() {
    const seen = await open("/outer", { retry: { enabled: false } });
    await press(seen, "Failure");
    await until(seen, 2);
    assert.deepEqual((await seen.events()).map(([name]) => name), ["failed", "dismiss"]);
    await gone(seen);
  },

  async "tells of its dismissal by button, key and method"() {
    const seen = await open("/outer");
    await press(seen, "Close");
    await until(seen, 1);
    const byKey = await open("/outer");
    await byKey.frame.getByRole("button", { name: "Close", exact: true }).press("Escape");
    await until(byKey, 1);
    const byMethod = await open("/outer", { modal: { escape: false, confirm_close: true } });
    await byMethod.frame.evaluate(() => window.checkout.close());
    await until(byMethod, 1);
  },

  async "asks before closing when it should"() {
    const seen = await open("/outer", { modal: { confirm_close: true } });
    await press(seen, "Close");
    assert.deepEqual(await seen.events(), []);
    await press(seen, "Close without paying?");
    await until(seen, 1);
  },

  async "keeps a success to itself"() {
    const seen = await open("/outer");
    await press(seen, "Success without callback");
    await seen.frame.getByText("The shop's page is not told").waitFor();
    assert.deepEqual(await seen.events(), []);
    await press(seen, "Close");
    await until(seen, 1);
    assert.deepEqual((await seen.events()).map(([name]) => name), ["dismiss"]);
  },

  async "leaves pending and late payments open"() {
    for (const name of ["Pending", "Late success"]) {
      const seen = await open("/outer");
      await press(seen, name);
      await seen.frame.getByText("The bank has not answered yet").waitFor();
      assert.deepEqual(await seen.events(), []);
    }
  },

  async "refuses to take money without an order or twice"() {
    const without = await open("/outer", { order_id: "" });
    await without.frame.getByText("There is no order").waitFor();
    assert.equal(await without.frame.getByRole("button", { name: "Success", exact: true }).isDisabled(), true);
    const order_id = await order();
    await post("/sandbox/razorpay/pay", { order_id, outcome: "success" });
    const twice = await open("/outer", { order_id });
    await twice.frame.getByText("This order is paid already").waitFor();
  },

  async "posts the result when it is to redirect"() {
    const options = { redirect: true, callback_url: `${shop}/return?ref=1` };
    const success = await open("/pay", options);
    await press(success, "Success");
    await success.tab.waitForURL("**/return?ref=1");
    const failure = await open("/pay", options);
    await press(failure, "Failure");
    await failure.tab.waitForURL("**/return?ref=1");
    assert.deepEqual(Object.keys(posted[0]), ["razorpay_payment_id", "razorpay_order_id", "razorpay_signature"]);
    assert.equal(posted[1]["error[reason]"], "payment_failed");
    assert.equal(JSON.parse(posted[1]["error[metadata]"]).order_id, failure.order_id);
  },
};

try {
  for (const [name, step] of Object.entries(steps)) {
    await step();
    console.log(`ok ${name}`);
  }
} finally {
  await browser.close();
  server.close();
}
