// The globals of the provider's own script, with a window that fills the page.
let call, websiteToken, who, chat;
const told = (path, body) => call(path, { website_token: websiteToken, ...who, ...body });

window.chatwootSDK = {
  run({ baseUrl, websiteToken: token }) {
    websiteToken = token;
    call = caller(`${baseUrl}/api/v1/widget/`);
    window.$chatwoot = {
      async setUser(identifier, { identifier_hash }) {
        who = { identifier, identifier_hash };
        const answer = await told("contact", {});
        if (answer.error) window.dispatchEvent(new CustomEvent("chatwoot:error", { detail: answer.error }));
      },
      setCustomAttributes: (custom_attributes) => told("contact", { custom_attributes }),
      toggle() {
        chat ??= openChat({
          title: "Chatwoot",
          greeting: "Hello! This is the sandbox of the chat provider.",
          say: async (content) => (await told("messages", { content })).reply ?? "This could not be sent.",
        });
      },
      reset() {
        chat?.remove();
        chat = who = undefined;
      },
    };
    queueMicrotask(() => window.dispatchEvent(new Event("chatwoot:ready")));
  },
};
