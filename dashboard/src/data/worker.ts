/** It keeps the page for when there is no connection, and shows what is pushed. */
export const worker = '/pages/worker.js'

/** Lets this browser open the page without a connection from now on. */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register(worker, { scope: '/' })
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  const tell = (to: ServiceWorker | null) => to?.postMessage({ keep: files.filter((name) => name.includes('/assets/')) })
  if (registration.active) return tell(registration.active)
  await navigator.serviceWorker.ready.then(({ active }) => tell(active))
}
