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
  if (how === 'time') gone?.onAutoClose?.()
  else if (how === 'press') gone?.onDismiss?.()
}

/** Toasts don't time out while the pointer is over them. */
export function holdToasts(): void {
  for (const timer of timers.values()) clearTimeout(timer)
}

export function releaseToasts(): void {
  for (const { id } of toasts.get())
    timers.set(
      id,
      setTimeout(() => dismiss(id, 'time'), lives),
    )
}

function say(kind: Toast['kind']) {
  return (title: ReactNode, more: More = {}): void => {
    const id = ++last
    for (const old of toasts.get().slice(0, 1 - maxToasts)) dismiss(old.id, 'time')
    toasts.set((before) => [...before, { id, kind, title, ...more }])
    timers.set(
      id,
      setTimeout(() => dismiss(id, 'time'), kind === 'error' ? 2 * lives : lives),
    )
  }
}

/** A short message in the corner, with an undo action where there is one. */
export const toast = { success: say('success'), error: say('error'), info: say('info'), warning: say('warning') }
