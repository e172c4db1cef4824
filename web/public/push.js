// What a push message shows, and where a tap on it leads. The worker brings it in (`vite.config.ts`); the messages are
// those of `internal/provider/webpush`.

const HOME = '/dashboard/home'

self.addEventListener('push', (event) => {
  const { title, text, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body: text, tag, icon: '/dashboard/icon-192.png' }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showApp())
})

/** An open app stays where it is: somebody may be paying there. */
async function showApp() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const app = windows.find(({ url }) => new URL(url).pathname.startsWith('/dashboard/'))
  return app ? app.focus() : self.clients.openWindow(HOME)
}
