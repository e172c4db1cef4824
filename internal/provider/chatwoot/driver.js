// Opens Chatwoot's window, which fills the page.
window.chatDriver = ({ baseUrl, websiteToken }, load) => {
  const once = (name) => new Promise((resolve) => window.addEventListener(name, resolve, { once: true }));
  return {
    async open({ id, name, proof, language }) {
      window.chatwootSettings = { hideMessageBubble: true, locale: language, type: "standard", position: "right" };
      await load(`${baseUrl}/packs/js/sdk.js`);
      const ready = once("chatwoot:ready");
      window.chatwootSDK.run({ websiteToken, baseUrl });
      await ready;
      window.$chatwoot.setUser(id, { name, identifier_hash: proof });
      window.$chatwoot.toggle("open");
    },
    // Chatwoot has no words of the customer sent by a script: its people see what the chat is about.
    launch: (text) => window.$chatwoot.setCustomAttributes({ opened_for: text }),
    close: () => window.$chatwoot?.reset(),
  };
};
