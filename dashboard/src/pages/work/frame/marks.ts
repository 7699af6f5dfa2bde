import { useSyncExternalStore } from 'react'
import { createStore } from '../../../data/store.ts'

/** The task the keys work on, and those picked for all of them at once. Cards watch only themselves. */
export const focused = createStore<string | null>(null)
/** Which of its columns that is, where a task stands in several. */
export const focusedIn = createStore<string | null>(null)
export const selected = createStore<ReadonlySet<string>>(new Set())

export const useFocused = (id: string): boolean => useSyncExternalStore(focused.subscribe, () => focused.get() === id)
export const useSelected = (id: string): boolean => useSyncExternalStore(selected.subscribe, () => selected.get().has(id))

export function toggleSelected(id: string): void {
  selected.set((before) => {
    const next = new Set(before)
    if (!next.delete(id)) next.add(id)
    return next
  })
}

/** What an action is about: those selected, else the one in focus. */
export function targets(): string[] {
  const many = selected.get()
  const one = focused.get()
  return many.size > 0 ? [...many] : one ? [one] : []
}

export type Step = 'up' | 'down' | 'left' | 'right'

/** How the view on the screen is walked through; it says so while it is there. */
export interface Walk {
  next(id: string | null, step: Step): string | null
  reveal(id: string): void
}
export const walk = createStore<Walk | null>(null)

const elementOf = (id: string) => {
  const task = `[data-task="${CSS.escape(id)}"]`
  const column = `[data-column="${CSS.escape(focusedIn.get() ?? '')}"]`
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  return find(`${column} ${task} [data-focus], ${column}${task} [data-focus]`) ?? find(`${task}[data-focus], ${task} [data-focus]`)
}

/** Brings a task into sight and the keyboard to it. */
export function focusTask(id: string, tries = 6): void {
  focused.set(id)
  walk.get()?.reveal(id)
  const element = elementOf(id)
  if (element) element.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusTask(id, tries - 1))
}

export function takeStep(step: Step): void {
  const next = walk.get()?.next(focused.get(), step)
  if (next) focusTask(next)
}

/** For a list on the screen: the task that something in it belongs to is the one in focus. Whether it belongs to one. */
export function noteFocus({ target }: { target: EventTarget }): boolean {
  const id = target instanceof Element ? target.closest<HTMLElement>('[data-task]')?.dataset['task'] : undefined
  if (id) {
    focused.set(id)
    focusedIn.set((target as Element).closest<HTMLElement>('[data-column]')?.dataset['column'] ?? null)
  }
  return id !== undefined
}

/** Where a picker opens: beside the task. */
export const placeOf = (id: string | undefined): Element | null => (id ? document.querySelector(`[data-task="${CSS.escape(id)}"]`) : null)
