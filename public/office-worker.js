// Shows the alerts of the back office, also while none of its pages is open, and looks after nothing else.
self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json()
  const icons = { icon: '/icons/icon-192.png', badge: '/icons/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path }, ...icons }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** A page that is open elsewhere in the office may hold something unsaved: it stays as it is. */
async function open(path) {
  const address = new URL(path, self.location.origin).href
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(({ url }) => url === address)
  return shown ? shown.focus() : self.clients.openWindow(address)
}
