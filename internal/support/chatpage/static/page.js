"use strict";
// The page of a chat provider. The dashboard frames it, says once who the customer is, and hears over a message channel
// that the window is open, or that it could not be opened.
(() => {
  const settings = JSON.parse(document.getElementById("settings").textContent);
  const load = (src) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = src;
      script.onload = resolve;
      script.onerror = () => reject(new Error("The provider's script could not be loaded."));
      document.head.append(script);
    });

  addEventListener("message", ({ data, ports: [port], source }) => {
    if (source !== parent || data?.type !== "rento:chat" || !port) return;
    const driver = window.chatDriver(settings, load);
    port.onmessage = ({ data: { close } }) => close && driver.close();
    // The dashboard takes the frame away with the panel, often before it has heard that it is to close.
    addEventListener("pagehide", () => driver.close());
    driver
      .open(data.identity)
      .then(() => data.launch && driver.launch(data.launch))
      .then(
        () => port.postMessage({ ready: true }),
        (error) => port.postMessage({ failed: String(error?.message ?? error) }),
      );
  });
})();
