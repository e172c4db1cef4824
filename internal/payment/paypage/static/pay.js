"use strict";
// The pay page. It opens the provider's checkout for the order that the server
// has made, and tells the dashboard how it ended. What it says is a hint: the
// server asks the provider.
(() => {
  const self = document.getElementById("pay");
  const status = document.getElementById("status");
  const mode = document.body.dataset.mode;
  const app = document.body.dataset.app;
  // Who opened us: the frame around this page, or the window that opened it.
  const dashboard = window.parent !== window ? window.parent : window.opener;

  const data = (id) => {
    const element = document.getElementById(id);
    return element ? JSON.parse(element.textContent) : null;
  };

  const report = (outcome, fields) => {
    if (!dashboard) return false;
    dashboard.postMessage({ ...fields, type: "rento:payment", outcome }, app);
    return true;
  };

  const leave = () => window.location.replace(document.getElementById("home").href);

  document.getElementById("home").addEventListener("click", (event) => {
    if (report("dismissed")) event.preventDefault();
  });

  // A page that only shows how it ended. Nobody waits for it in a window of
  // its own, so it goes home by itself once it is paid.
  if (mode === "success") {
    if (!report("success", data("fields"))) setTimeout(leave, 2000);
    return;
  }
  if (mode === "failed") return void report("failed");
  if (mode === "done") return void report("dismissed");
  // The provider's own page, opened by a form.
  if (mode === "form") return void document.getElementById("return").submit();
  if (mode !== "pay") return void report("error");

  const options = data("checkout");
  const button = document.getElementById("open");
  let failed = false;
  let finished = false;
  let loaded = false;

  const say = (text) => {
    status.textContent = text;
    button.hidden = finished;
  };

  // deliver takes what the provider has said to our page of return, which has it
  // proved and asks the provider before it tells anybody.
  const deliver = (fields) => {
    finished = true;
    say(status.dataset.paid);
    const form = document.getElementById("return");
    for (const [name, value] of Object.entries(fields)) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    form.submit();
  };

  // bring hands the provider's proof over: to the dashboard that waits for it,
  // or to the server by a form.
  const bring = (proof) => {
    finished = true;
    say(status.dataset.paid);
    if (!report("success", proof)) deliver(proof);
  };

  const dismissed = () => {
    if (finished) return;
    say(failed ? status.dataset.failed : status.dataset.closed);
    button.focus();
    report(failed ? "failed" : "dismissed");
  };

  // Apps show this page in a view that loses callbacks; they ask for a form.
  const byForm = new URLSearchParams(window.location.search).get("mode") === "redirect";

  const open = () => {
    failed = false;
    try {
      window.openCheckout(options, {
        paid: bring, returned: deliver, failed: () => { failed = true; }, closed: dismissed, broken: blocked, byForm,
      });
    } catch {
      blocked();
    }
  };

  const blocked = () => {
    say(status.dataset.blocked);
    report("error");
  };

  // load brings the provider's script, once.
  const load = () => {
    if (loaded) return open();
    const script = document.createElement("script");
    if ("module" in self.dataset) script.type = "module";
    script.src = self.dataset.script;
    script.nonce = self.nonce;
    script.addEventListener("load", () => { loaded = true; open(); });
    script.addEventListener("error", () => { script.remove(); blocked(); });
    document.head.append(script);
  };

  button.addEventListener("click", load);
  load();
})();
