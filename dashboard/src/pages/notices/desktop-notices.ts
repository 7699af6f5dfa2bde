import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { useRead } from '../../data/reads.ts'
import { createStore, useStore } from '../../data/store.ts'
import { asksYou, wordsOf } from './entries.ts'

const key = 'baton.desktop-notices'

/** Whether this browser shows them; a setting of this browser alone. */
export const desktopNotices = createStore(localStorage.getItem(key) === 'on')

export const canShow = (): 'ready' | 'unsupported' | 'denied' =>
  !('Notification' in globalThis) ? 'unsupported' : Notification.permission === 'denied' ? 'denied' : 'ready'

/** Asks the person for permission first. Returns whether they are on now. */
export async function turnOnDesktopNotices(): Promise<boolean> {
  const on = (await Notification.requestPermission()) === 'granted'
  if (on) localStorage.setItem(key, 'on')
  desktopNotices.set(on)
  return on
}

export function turnOffDesktopNotices(): void {
  localStorage.removeItem(key)
  desktopNotices.set(false)
}

/** Where push is on, it sends the same notifications, with or without an open page. */
async function isPushed(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration('/').catch(() => undefined)
  return Boolean(await registration?.pushManager?.getSubscription().catch(() => null))
}

/** Shows each new item that needs this person once, while a page is open. */
export function useDesktopNotices(): void {
  const on = useStore(desktopNotices)
  const organization = useOrganization()
  const navigate = useNavigate()
  const { data } = useRead('listNotifications', { unread: true, limit: 20 }, { enabled: on })
  const seen = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (!on || !data) return void (seen.current = null)
    const asking = data.items.filter(asksYou)
    const before = seen.current
    seen.current = new Set([...(before ?? []), ...asking.map(({ id }) => id)])
    // Items that were there when the page opened are in the inbox.
    const fresh = before ? asking.filter(({ id }) => !before.has(id)) : []
    if (fresh.length === 0 || Notification.permission !== 'granted') return
    // The tag makes only one of several open tabs show it.
    void isPushed().then((pushed) => {
      if (pushed) return
      for (const one of fresh) {
        const { title, about } = wordsOf(one)
        const shown = new Notification(title, { tag: one.id, icon: '/pages/icon-192.png', body: about })
        shown.onclick = () => {
          window.focus()
          shown.close()
          void navigate({ to: `/${organization}/inbox`, search: { open: one.id } as never })
        }
      }
    })
  }, [on, data, organization, navigate])
}
