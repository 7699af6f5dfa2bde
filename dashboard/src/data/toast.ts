import type { ReactNode } from 'react'
import { createStore } from './store.ts'

interface More {
  description?: ReactNode
  action?: { label: string; onClick(): void }
  /** It timed out or was dismissed, so its action (such as Undo) was not taken. */
  onAutoClose?: () => void
  onDismiss?: () => void
}

export interface Toast extends More {
  id: number
  kind: 'success' | 'error' | 'info' | 'warning'
  title: ReactNode
}

const maxToasts = 4
const lives = 6000
let last = 0

export const toasts = createStore<readonly Toast[]>([])
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** `how`: it timed out, was closed by the user, or its action was taken. */
export function dismiss(id: number, how: 'time' | 'press' | 'action'): void {
  const gone = toasts.get().find((one) => one.id === id)
  clearTimeout(timers.get(id))
  timers.delete(id)
  toasts.set((before) => before.filter((one) => one.id !== id))
  // No `mouseleave` fires for a toast that was removed.
  if (toasts.get().length === 0) held = false
  if (how === 'time') gone?.onAutoClose?.()
  else if (how === 'press') gone?.onDismiss?.()
}

let held = false

/** Toasts don't time out while the pointer is over them. */
export function holdToasts(): void {
  held = true
  for (const timer of timers.values()) clearTimeout(timer)
}

export function releaseToasts(): void {
  held = false
  for (const one of toasts.get()) startTimer(one)
}

function startTimer({ id, kind }: Toast): void {
  if (held) return
  const life = kind === 'error' ? 2 * lives : lives
  timers.set(
    id,
    setTimeout(() => dismiss(id, 'time'), life),
  )
}

function say(kind: Toast['kind']) {
  return (title: ReactNode, more: More = {}): void => {
    const id = ++last
    // The same words twice are one message.
    for (const same of toasts.get()) if (!more.action && same.title === title && same.kind === kind) dismiss(same.id, 'time')
    for (const old of toasts.get().slice(0, 1 - maxToasts)) dismiss(old.id, 'time')
    const added = { id, kind, title, ...more }
    toasts.set((before) => [...before, added])
    startTimer(added)
  }
}

/** A short message in the corner, with an undo action where there is one. */
export const toast = { success: say('success'), error: say('error'), info: say('info'), warning: say('warning') }
