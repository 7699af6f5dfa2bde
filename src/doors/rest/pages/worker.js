// Lets the dashboard open offline, and shows push notifications while none of its pages is open.

// Only the page and its files are cached, never API responses: access is decided with every request.
const shell = 'baton-shell'
const page = '/'
const maxFiles = 400
const notPages = /^\/(api|mcp|oauth|files|assets|pages|blog|docs|p|u|\.well-known)(\/|$)/

const keep = async (address, response) => {
  const cache = await caches.open(shell)
  await cache.put(address, response)
  // Evict files of earlier builds first.
  const names = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== page)
  for (const old of names.slice(0, Math.max(0, names.length - maxFiles))) await cache.delete(old)
}

// Never wait for the cache: a full disk must not keep the page from opening.
const keepLater = (event, address, response) => event.waitUntil(keep(address, response).catch(() => {}))

// Network first for the page: after an update its files have new names, so nothing stale is shown with it.
async function openPage(event) {
  try {
    const response = await fetch(event.request)
    // The server has other pages too, such as unsubscribe; only a response header tells that this one is the dashboard.
    if (response.ok && response.headers.get('baton-page') === 'dashboard') keepLater(event, page, response.clone())
    return response
  } catch (error) {
    const kept = await caches.match(page)
    if (kept) return kept
    throw error
  }
}

// File names change with their content, so a cached file never goes stale.
async function openFile(event) {
  const { request } = event
  const kept = await caches.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) keepLater(event, request, response.clone())
  return response
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && !notPages.test(pathname)) event.respondWith(openPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(openFile(event))
})

const isFile = (address) => {
  const { origin, pathname } = new URL(address, self.location.origin)
  return origin === self.location.origin && pathname.startsWith('/assets/')
}
const filesIn = (list) => (Array.isArray(list) ? list.filter((one) => typeof one === 'string' && isFile(one)) : [])

async function fetchAll(files) {
  const left = [...files]
  const fetchOne = async (file) => {
    if (await caches.match(file)) return
    const response = await fetch(file)
    if (response.ok) await keep(file, response)
  }
  const fetchNext = async () => {
    for (let file = left.shift(); file; file = left.shift()) await fetchOne(file).catch(() => {})
  }
  // A few at a time: the page itself comes first.
  await Promise.all(Array.from({ length: 4 }, fetchNext))
}

// Cache what the page fetched before this worker was active, and then what it needs to work without a connection.
self.addEventListener('message', (event) => {
  const { keep: files, offline } = event.data ?? {}
  if (!Array.isArray(files)) return
  const fetchList = async () => {
    await fetchAll([page, ...filesIn(files)])
    if (typeof offline !== 'string' || !isFile(offline)) return
    const response = await fetch(offline)
    if (response.ok) await fetchAll(filesIn(await response.json()))
  }
  event.waitUntil(fetchList().catch(() => {}))
})

self.addEventListener('push', (event) => {
  const { id, title, path, settled } = event.data.json()
  const show = (text, options) => self.registration.showNotification(text, { tag: id, icon: '/pages/icon.svg', data: { path }, ...options })
  // Somebody else has answered: update the notification silently.
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
