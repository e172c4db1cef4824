import UIKit
import UserNotifications

#if canImport(FirebaseMessaging)
import FirebaseCore
import FirebaseMessaging
#endif

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    let dashboard = DashboardViewController()
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        #if canImport(FirebaseMessaging)
        FirebaseApp.configure()
        Messaging.messaging().delegate = self
        #endif
        UNUserNotificationCenter.current().delegate = self
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = dashboard
        window.makeKeyAndVisible()
        self.window = window
        return true
    }

    /// A link to the dashboard, from a message or another app.
    func application(
        _ application: UIApplication,
        continue activity: NSUserActivity,
        restorationHandler: @escaping ([UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard activity.activityType == NSUserActivityTypeBrowsingWeb, let url = activity.webpageURL else { return false }
        return dashboard.open(link: url)
    }

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
        #if canImport(FirebaseMessaging)
        Messaging.messaging().apnsToken = token
        #else
        let text = token.map { String(format: "%02x", $0) }.joined()
        dashboard.bridge.sendToken(text, provider: "apns", isAllowed: true)
        #endif
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error) {
        // Without notifications the dashboard is complete: nobody is told.
    }
}

extension AppDelegate: UNUserNotificationCenterDelegate {
    /// Asks for the permission once somebody is signed in, and registers the phone; a no is kept by iOS.
    func registerForNotifications() {
        let center = UNUserNotificationCenter.current()
        center.requestAuthorization(options: [.alert, .badge, .sound]) { granted, _ in
            guard granted else { return }
            DispatchQueue.main.async { UIApplication.shared.registerForRemoteNotifications() }
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        [.banner, .sound]
    }

    /// A message may carry the path of a page; without one the app comes forward as it is.
    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async {
        guard let path = response.notification.request.content.userInfo["path"] as? String else { return }
        await MainActor.run { dashboard.bridge.send(type: "open", payload: ["path": path]) }
    }
}

#if canImport(FirebaseMessaging)
extension AppDelegate: MessagingDelegate {
    func messaging(_ messaging: Messaging, didReceiveRegistrationToken token: String?) {
        guard let token else { return }
        dashboard.bridge.sendToken(token, provider: "fcm", isAllowed: true)
    }
}
#endif
