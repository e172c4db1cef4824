import UIKit
import WebKit

/// The dashboard, full screen. The page keeps to the safe areas by itself (`viewport-fit=cover`).
final class DashboardViewController: UIViewController {
    let bridge = Bridge()
    private let host: String
    private let start: URL
    private lazy var webView = makeWebView()
    private lazy var offline = OfflineView(onRetry: { [weak self] in self?.retry() })
    /// Where somebody was on the way to when the network failed.
    private var wanted: URL?
    private var downloads: [WKDownload: URL] = [:]

    init() {
        let info = Bundle.main.infoDictionary ?? [:]
        guard
            let host = info["DashboardHost"] as? String,
            let path = info["DashboardStart"] as? String,
            let start = URL(string: "https://\(host)\(path)")
        else { fatalError("Info.plist has no DashboardHost and DashboardStart") }
        self.host = host
        self.start = start
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("there is no storyboard")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = UIColor(named: "LaunchBackground")
        fill(with: webView)
        bridge.attach(webView)
        bridge.onIdentify = { (UIApplication.shared.delegate as? AppDelegate)?.registerForNotifications() }
        if wanted == nil { load(start) }
    }

    /// Opens a link to the dashboard; others are not the app's.
    func open(link: URL) -> Bool {
        guard isDashboard(link) else { return false }
        loadViewIfNeeded()
        load(link)
        return true
    }

    private func makeWebView() -> WKWebView {
        let configuration = WKWebViewConfiguration()
        configuration.limitsNavigationsToAppBoundDomains = true
        configuration.allowsInlineMediaPlayback = true
        bridge.install(in: configuration)
        let webView = WKWebView(frame: .zero, configuration: configuration)
        webView.navigationDelegate = self
        webView.uiDelegate = self
        webView.allowsBackForwardNavigationGestures = true
        webView.isOpaque = false
        webView.backgroundColor = .clear
        webView.scrollView.contentInsetAdjustmentBehavior = .never
        return webView
    }

    private func fill(with child: UIView) {
        child.frame = view.bounds
        child.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(child)
    }

    private func load(_ url: URL) {
        wanted = url
        webView.load(URLRequest(url: url))
    }

    private func retry() {
        offline.removeFromSuperview()
        load(wanted ?? start)
    }

    private func isDashboard(_ url: URL) -> Bool {
        url.scheme == "https" && url.host == host && url.path.hasPrefix("/dashboard")
    }

    private func isOurs(_ url: URL) -> Bool {
        url.scheme == "https" && url.host == host
    }

    /// A web page opens in the browser, another scheme (UPI, tel, mailto) in its app.
    private func openOutside(_ url: URL) {
        UIApplication.shared.open(url)
    }
}

extension DashboardViewController: WKNavigationDelegate {
    func webView(
        _ webView: WKWebView,
        decidePolicyFor action: WKNavigationAction,
        decisionHandler: @escaping (WKNavigationActionPolicy) -> Void
    ) {
        guard let url = action.request.url else { return decisionHandler(.cancel) }
        if action.shouldPerformDownload { return decisionHandler(.download) }
        switch url.scheme {
        case "about", "blob", "data":
            decisionHandler(.allow)
        case "http", "https":
            let isFrame = action.targetFrame.map { !$0.isMainFrame } ?? false
            if isFrame || isOurs(url) {
                decisionHandler(.allow)
            } else {
                decisionHandler(.cancel)
                openOutside(url)
            }
        default:
            decisionHandler(.cancel)
            openOutside(url)
        }
    }

    func webView(
        _ webView: WKWebView,
        decidePolicyFor response: WKNavigationResponse,
        decisionHandler: @escaping (WKNavigationResponsePolicy) -> Void
    ) {
        let isAttachment = (response.response as? HTTPURLResponse)?
            .value(forHTTPHeaderField: "Content-Disposition")?.hasPrefix("attachment") ?? false
        decisionHandler(isAttachment || !response.canShowMIMEType ? .download : .allow)
    }

    func webView(_ webView: WKWebView, navigationAction: WKNavigationAction, didBecome download: WKDownload) {
        download.delegate = self
    }

    func webView(_ webView: WKWebView, navigationResponse: WKNavigationResponse, didBecome download: WKDownload) {
        download.delegate = self
    }

    func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
        bridge.pageGone()
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        offline.removeFromSuperview()
        bridge.pageLoaded()
    }

    /// Once its service worker is there the dashboard opens without a network by itself; before, this page stands in.
    func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: Error) {
        let code = (error as NSError).code
        guard code != NSURLErrorCancelled, (error as NSError).domain == NSURLErrorDomain else { return }
        if let url = (error as NSError).userInfo[NSURLErrorFailingURLErrorKey] as? URL { wanted = url }
        fill(with: offline)
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        webView.reload()
    }
}

extension DashboardViewController: WKUIDelegate {
    /// A new window is none here: our pages open in place, others in the browser.
    func webView(
        _ webView: WKWebView,
        createWebViewWith configuration: WKWebViewConfiguration,
        for action: WKNavigationAction,
        windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
        guard let url = action.request.url else { return nil }
        if isDashboard(url) { load(url) } else { openOutside(url) }
        return nil
    }

    /// The page asks for the camera when somebody photographs a document; iOS asks the person.
    func webView(
        _ webView: WKWebView,
        requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo,
        type: WKMediaCaptureType,
        decisionHandler: @escaping (WKPermissionDecision) -> Void
    ) {
        decisionHandler(origin.host == host && type == .camera ? .grant : .deny)
    }
}

extension DashboardViewController: WKDownloadDelegate {
    func download(
        _ download: WKDownload,
        decideDestinationUsing response: URLResponse,
        suggestedFilename name: String,
        completionHandler: @escaping (URL?) -> Void
    ) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        downloads[download] = file
        completionHandler(file)
    }

    /// An invoice or a receipt: it is kept, printed or sent from the sheet of iOS.
    func downloadDidFinish(_ download: WKDownload) {
        guard let file = downloads.removeValue(forKey: download) else { return }
        let sheet = UIActivityViewController(activityItems: [file], applicationActivities: nil)
        sheet.popoverPresentationController?.sourceView = view
        sheet.popoverPresentationController?.sourceRect = CGRect(x: view.bounds.midX, y: view.bounds.midY, width: 0, height: 0)
        present(sheet, animated: true)
    }

    func download(_ download: WKDownload, didFailWithError error: Error, resumeData: Data?) {
        downloads[download] = nil
    }
}
