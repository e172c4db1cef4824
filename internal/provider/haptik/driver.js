// Opens Haptik's window, which fills the page.
window.chatDriver = ({ loader, baseUrl, businessId, clientId, signupType }, load) => {
  const sdk = () => window.HaptikSDK;
  const signUp = ({ id, authCode, name }) =>
    new Promise((resolve, reject) => {
      sdk().signup({ auth_id: id, auth_code: authCode, username: name }, (success, error) =>
        success ? resolve() : reject(new Error(error?.message ?? "Haptik does not take the customer.")),
      );
    });
  return {
    async open(identity) {
      window.haptikInitSettings = {
        "business-id": businessId, "client-id": clientId, "base-url": baseUrl, "signup-type": signupType,
        "custom-button": true, "no-chat-bubble": true, "widget-positioning": "center", "ignore-storage": true, "no-cross": true,
        "initialize-language": identity.language,
      };
      const ready = new Promise((resolve) => document.addEventListener("haptik_sdk", resolve, { once: true }));
      await load(loader);
      if (!sdk()) await ready;
      await signUp(identity);
      sdk().show();
    },
    launch: (text) => sdk().launchMessage(text, () => {}, false, false, false, false),
    close: () => sdk()?.logout(() => {}),
  };
};
