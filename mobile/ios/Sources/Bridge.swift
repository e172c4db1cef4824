import WebKit

/// The messages between the app and the page (docs/apps.md). Each has the envelope
/// {v: 1, id, ts, type, payload}; nothing of it may fail for whoever uses the page.
final class Bridge: NSObject, WKScriptMessageHandler {
    /// The handlers by which the page sends; that of `customTrack` says to it that this is the app.
    static let types = ["customTrack", "messageToken", "identify", "reset"]

    /// Somebody has signed in.
    var onIdentify: (() -> Void)?
    /// Hands a message of the page to whatever the company measures with.
    var onMessage: ((_ type: String, _ payload: [String: Any]) -> Void)?

    private weak var webView: WKWebView?
    /// The phone's token, which each page is told anew: a page forgets it with its end.
    private var device: [String: Any]?
    /// What was said before there was a page.
    private var waiting: [(type: String, payload: [String: Any])] = []
    private var isPageThere = false

    /// Before the page listens its callback keeps what comes.
    private static let keeper = WKUserScript(
        source: """
        window.nativeMessages = [];
        window.onNativeMessage = function (message) { window.nativeMessages.push(message) };
        """,
        injectionTime: .atDocumentStart,
        forMainFrameOnly: true
    )

    func install(in configuration: WKWebViewConfiguration) {
        let controller = configuration.userContentController
        for type in Self.types { controller.add(self, name: type) }
        controller.addUserScript(Self.keeper)
    }

    func attach(_ webView: WKWebView) {
        self.webView = webView
    }

    /// A page of the dashboard has been loaded.
    func pageLoaded() {
        isPageThere = true
        if let device { send(type: "messageToken", payload: device) }
        let kept = waiting
        waiting = []
        for message in kept { send(type: message.type, payload: message.payload) }
    }

    func pageGone() {
        isPageThere = false
    }

    func sendToken(_ token: String, provider: String, isAllowed: Bool) {
        let payload: [String: Any] = [
            "firebaseDeviceToken": token, "provider": provider, "isContactPermissionAllowed": isAllowed,
        ]
        device = payload
        if isPageThere { send(type: "messageToken", payload: payload) }
    }

    func send(type: String, payload: [String: Any]) {
        guard isPageThere, let webView else {
            waiting.append((type, payload))
            return
        }
        let envelope: [String: Any] = [
            "v": 1, "id": UUID().uuidString, "ts": Int(Date().timeIntervalSince1970 * 1000), "type": type, "payload": payload,
        ]
        webView.callAsyncJavaScript(
            "window.onNativeMessage(message)", arguments: ["message": envelope], in: nil, in: .page, completionHandler: nil
        )
    }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        guard
            message.frameInfo.isMainFrame,
            let envelope = message.body as? [String: Any],
            envelope["v"] as? Int == 1,
            let type = envelope["type"] as? String, type == message.name,
            let payload = envelope["payload"] as? [String: Any]
        else { return }
        if type == "identify" { onIdentify?() }
        onMessage?(type, payload)
    }
}
