import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '../../../data/store.ts'
import { toast } from '../../../data/toast.ts'

/** The focused task, which keys apply to, and the selected ones, for bulk actions. The pointer focuses what it is over. Cards subscribe only to their own state. */
export const focused = createStore<string | null>(null)
/** Which of its columns is meant, if the task is in several. */
export const focusedIn = createStore<string | null>(null)
export const selected = createStore<ReadonlySet<string>>(new Set())

const subscribe = (listener: () => void) => {
  const ends = [focused.subscribe(listener), focusedIn.subscribe(listener)]
  return () => ends.forEach((end) => end())
}
const isFocused = (id: string, column?: string): boolean =>
  focused.get() === id && (column === undefined || (focusedIn.get() ?? column) === column)
/** Of a task in several columns, only the one that is meant is focused. */
export const useFocused = (id: string, column?: string): boolean => useSyncExternalStore(subscribe, () => isFocused(id, column))
/** One look for whatever gives the focus, the pointer or a key: the same ring. Its link then needs none of its own. */
export const ring = 'outline-2 outline-ring'
export const useSelected = (id: string): boolean => useSyncExternalStore(selected.subscribe, () => selected.get().has(id))

export function toggleSelected(id: string): void {
  selected.set((before) => {
    const next = new Set(before)
    if (!next.delete(id)) next.add(id)
    return next
  })
}

/** The task that an action applies to. One that a filter or scrolling has taken off the screen is not meant. */
export function target(): string | null {
  const id = focused.get()
  return id && placeOf(id) ? id : null
}

/** Says why a key did nothing. */
export const pointFirst = (): void => toast.info('Point at a task first')

/** The tasks that an action applies to: the selected ones, else the focused one. */
export function targets(): string[] {
  const many = selected.get()
  const one = target()
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

/** Where steps go on from while nothing is focused. */
let last: string | null = null
focused.subscribe(() => (last = focused.get() ?? last))

export function forgetFocus(): void {
  focused.set(null)
  last = null
}

interface Point {
  x: number
  y: number
}
/** How far the pointer has to travel, in pixels, to take the focus back from the keyboard. */
const travel = 4
let pointer: Point | null = null
/** Set while the keyboard has the focus. Cards that move below a pointer at rest don't take it. */
let resting: { at: Point | null } | null = null
let pointed = false

/** The pointer gives way until it is moved. */
export function restPointer(): void {
  resting = { at: pointer }
  pointed = false
}

/** Scrolls a task into view and moves the keyboard focus to it. */
export function focusTask(id: string, tries = 6): void {
  restPointer()
  focused.set(id)
  walk.get()?.reveal(id)
  const element = elementOf(id)
  if (element) element.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focused.get() === id && focusTask(id, tries - 1))
}

export function takeStep(step: Step): void {
  const next = walk.get()?.next(focused.get() ?? last, step)
  if (next) focusTask(next)
}

function taskAt(element: Element): { id: string; column: string | null } | null {
  const id = element.closest<HTMLElement>('[data-task]')?.dataset['task']
  return id ? { id, column: element.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? null } : null
}

/** For a list: makes the task that contains the event's target the focused one. Returns whether there is such a task. */
export function noteFocus({ target, currentTarget }: { target: EventTarget; currentTarget?: EventTarget & Element }): boolean {
  // React also reports what happens in a menu that belongs to the list but is elsewhere in the document.
  if (!(target instanceof Element) || (currentTarget && !currentTarget.contains(target))) return false
  const task = taskAt(target)
  if (!task) {
    if (!pointed) focused.set(null)
    return false
  }
  if (task.id !== focused.get()) restPointer()
  focused.set(task.id)
  focusedIn.set(task.column)
  return true
}

const inFront = '[role=dialog], [role=menu], [role=listbox]'
const inTask = (element: Element | null) => element?.closest('[data-task], [data-node]') != null
const isTyping = (element: Element | null) => element?.matches('input:not([type=checkbox]), textarea, [contenteditable]') === true

function notePointer({ target, pointerType, buttons, clientX: x, clientY: y }: PointerEvent): void {
  if (pointerType === 'touch' || buttons !== 0 || !(target instanceof Element)) return
  pointer = { x, y }
  if (resting) {
    resting.at ??= pointer
    if (Math.hypot(x - resting.at.x, y - resting.at.y) < travel) return
  }
  const task = taskAt(target)
  if (task ? isFocused(task.id) && focusedIn.get() === task.column : !pointed) {
    if (task) [resting, pointed] = [null, true]
    return
  }
  if (document.querySelector(inFront)) return
  resting = null
  pointed = task !== null
  const active = document.activeElement
  if (!task) {
    // What has the keyboard focus stays focused.
    if (!elementOf(focused.get() ?? '')?.contains(active)) focused.set(null)
    return
  }
  focusedIn.set(task.column)
  focused.set(task.id)
  // Never two rings, and Enter opens what the other keys act on.
  if (inTask(active) && !isTyping(active)) elementOf(task.id)?.focus({ preventScroll: true })
}

/** While it is mounted, the pointer focuses the task it is over. */
export function usePointer(): void {
  useEffect(() => {
    const ends = new AbortController()
    const how = { signal: ends.signal, passive: true }
    document.addEventListener('pointermove', notePointer, how)
    // Also sent when something scrolls or moves below the pointer.
    document.addEventListener('pointerover', notePointer, how)
    return () => ends.abort()
  }, [])
}

/** Where a picker opens: beside the task. */
export const placeOf = (id: string | undefined): Element | null => (id ? document.querySelector(`[data-task="${CSS.escape(id)}"]`) : null)
