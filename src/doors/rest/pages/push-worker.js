// Shows what Baton pushes while none of its pages is open, and leads to it.
self.addEventListener('push', (event) => {
  const { id, title, path, settled } = event.data.json()
  const show = (text, options) => self.registration.showNotification(text, { tag: id, icon: '/pages/icon.svg', data: { path }, ...options })
  // Somebody else was faster: what still stands on the screen says so, without a sound.
  const settle = async () => {
    const shown = await self.registration.getNotifications({ tag: id })
    if (shown.length > 0) await show('No longer needs you', { body: title, silent: true })
  }
  event.waitUntil(settled ? settle() : show(title, { requireInteraction: true }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const page = pages.find((one) => 'navigate' in one)
    if (!page) return self.clients.openWindow(path)
    await page.focus()
    return page.navigate(path).catch(() => self.clients.openWindow(path))
  }
  event.waitUntil(open())
})

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
