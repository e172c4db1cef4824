// Opens BillDesk's checkout of the sandbox in a browser as our page does: by the SDK
// as a module and the adapter's own script, in a frame with an opaque origin, under a
// policy that allows nothing but the sandbox's. It prints one line per step.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { chromium } from "playwright-core";

const { SANDBOX_URL, CHROMIUM, ORDERS } = process.env;
const orders = JSON.parse(ORDERS);
const assets = SANDBOX_URL + "/sandbox/billdesk/jssdk/v1/dist/billdesksdk/billdesksdk";

const policy = [
  "default-src 'none'", "script-src 'self' " + SANDBOX_URL, "style-src " + SANDBOX_URL, "connect-src " + SANDBOX_URL,
  "form-action 'self'", "require-trusted-types-for 'script'",
].join("; ");

const pageScript = readFileSync("../../provider/billdesk/checkout.js", "utf8") + `
  window.told = [];
  window.tell = (byForm) => ({
    byForm,
    returned: (fields) => told.push(["returned", fields]), closed: () => told.push(["closed"]), broken: () => told.push(["broken"]),
  });`;

const posted = [];

function page(request, response) {
  const { pathname, searchParams } = new URL(request.url, "http://page");
  if (pathname === "/return") {
    let body = "";
    request.on("data", (part) => { body += part; });
    request.on("end", () => { posted.push(Object.fromEntries(new URLSearchParams(body))); response.end("returned"); });
    return;
  }
  if (pathname === "/page.js") {
    response.setHeader("Content-Type", "text/javascript");
    response.end(pageScript);
    return;
  }
  response.setHeader("Content-Type", "text/html");
  if (pathname === "/outer") {
    response.end('<iframe sandbox="allow-scripts allow-forms" src="/pay"></iframe>');
    return;
  }
  response.setHeader("Content-Security-Policy", policy);
  const script = searchParams.has("without") ? "" : `<script type="module" src="${assets}.esm.js"></script>`;
  response.end(`<!doctype html><title>Pay</title><body>${script}<script src="/page.js"></script>`);
}

const server = createServer(page);
await new Promise((done) => { server.listen(0, "127.0.0.1", done); });
const shop = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });

/** open opens the checkout of the next order, framed or not. */
async function open(path, byForm = false) {
  const tab = await browser.newPage();
  const complaints = [];
  tab.on("console", (message) => { if (message.type() === "error") complaints.push(message.text()); });
  tab.on("pageerror", (error) => complaints.push(error.message));
  await tab.goto(shop + path);
  const frame = path === "/outer" ? await (await tab.waitForSelector("iframe")).contentFrame() : tab.mainFrame();
  await frame.waitForFunction(() => window.tell);
  const order = { ...orders.shift(), callback_url: `${shop}/return`, style_url: assets + ".css" };
  await frame.evaluate(([o, form]) => { void window.openCheckout(o, window.tell(form)); }, [order, byForm]);
  return { tab, frame, complaints, order, told: () => frame.evaluate(() => window.told) };
}

const press = async (seen, name) => {
  const button = seen.frame.getByRole("button", { name, exact: true });
  await seen.frame.waitForFunction(() => document.querySelector(".billdesk-container"));
  await button.click();
};
const until = (seen, count) => seen.frame.waitForFunction((n) => window.told.length >= n, count, { timeout: 15_000 });

const steps = {
  async "brings the signed word about a mandate"() {
    const seen = await open("/outer");
    const dialog = seen.frame.getByRole("dialog", { name: "BillDesk" });
    for (const part of ["SANDBOX – no real money", "₹20,000.00"]) await dialog.getByText(part).waitFor();
    await press(seen, "Success");
    await until(seen, 1);
    const [[what, fields]] = await seen.told();
    assert.equal(what, "returned");
    assert.deepEqual(Object.keys(fields), ["mandate_response"]);
    assert.equal(fields.mandate_response.split(".").length, 3);
    assert.deepEqual(seen.complaints, []);
  },

  async "brings the signed word about a payment"() {
    const seen = await open("/outer");
    await press(seen, "Failure");
    await until(seen, 1);
    const [[what, fields]] = await seen.told();
    assert.equal(what, "returned");
    assert.deepEqual(Object.keys(fields), ["transaction_response"]);
  },

  async "tells of who leaves, and of nothing more"() {
    const seen = await open("/outer");
    await press(seen, "Close");
    await until(seen, 1);
    assert.deepEqual(await seen.told(), [["closed"]]);
  },

  async "keeps a success to itself"() {
    const seen = await open("/outer");
    await press(seen, "Success without callback");
    await seen.frame.getByText("The shop's page is not told").waitFor();
    assert.deepEqual(await seen.told(), []);
  },

  async "goes back by a form where callbacks are lost"() {
    const seen = await open("/pay", true);
    await press(seen, "Success");
    await seen.tab.waitForURL("**/return");
    assert.deepEqual(Object.keys(posted.at(-1)), ["mandate_response"]);
  },

  async "says that it did not open when the SDK does not come"() {
    const seen = await open("/pay?without");
    await until(seen, 1);
    assert.deepEqual(await seen.told(), [["broken"]]);
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
