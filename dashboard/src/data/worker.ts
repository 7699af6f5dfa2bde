/** The service worker: caches the page for offline use and shows push notifications. */
export const worker = '/pages/worker.js'

/** Registers the service worker, so that the page opens offline from now on. */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register(worker, { scope: '/' })
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  const tell = (to: ServiceWorker | null) => to?.postMessage({ keep: files.filter((name) => name.includes('/assets/')) })
  if (registration.active) return tell(registration.active)
  await navigator.serviceWorker.ready.then(({ active }) => tell(active))
}
