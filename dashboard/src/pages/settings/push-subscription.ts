import type { Input } from '@baton/client'
import { worker } from '../../data/worker.ts'

/** Whether this browser can show notifications while no page is open. */
export function pushSupport(): 'ready' | 'unsupported' | 'denied' {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'ready'
}

/** Asks the person, then the browser's push service; returns where messages can be sent, or throws why they cannot. */
export async function subscribe(applicationServerKey: string): Promise<Input<'subscribePush'>> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('Notifications were not allowed.')
  const registration = await navigator.serviceWorker.register(worker, { scope: '/' })
  await navigator.serviceWorker.ready
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey })
    .catch(() => Promise.reject(new Error('The browser could not reach its push service. Try again later.')))
  const { endpoint = '', keys } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
