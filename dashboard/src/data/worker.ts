/** The service worker: caches the page for offline use and shows push notifications. */
export const worker = '/pages/worker.js'

const idle = () =>
  new Promise<void>((resolve) =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(() => resolve(), { timeout: 3000 }) : setTimeout(resolve, 500),
  )

/** Registers the service worker, so that the page opens offline from now on, and has it fetch what work on tasks needs. */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await idle()
  await navigator.serviceWorker.register(worker, { scope: '/' })
  const { active } = await navigator.serviceWorker.ready
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  const offline = document.querySelector<HTMLMetaElement>('meta[name=baton-offline]')?.content
  active?.postMessage({ keep: files.filter((name) => name.includes('/assets/')), offline })
}
