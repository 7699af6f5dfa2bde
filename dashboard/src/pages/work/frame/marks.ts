import { useSyncExternalStore } from 'react'
import { createStore } from '../../../data/store.ts'

/** The focused task, which keys apply to, and the selected ones, for bulk actions. Cards subscribe only to their own state. */
export const focused = createStore<string | null>(null)
/** Which of its columns is meant, if the task is in several. */
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

/** The tasks that an action applies to: the selected ones, else the focused one. */
export function targets(): string[] {
  const many = selected.get()
  const one = focused.get()
  return many.size > 0 ? [...many] : one ? [one] : []
}

export type Step = 'up' | 'down' | 'left' | 'right'

/** How to step through the current view; a view registers it while it is mounted. */
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

/** Scrolls a task into view and moves the keyboard focus to it. */
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

/** For a list: makes the task that contains the event's target the focused one. Returns whether there is such a task. */
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
