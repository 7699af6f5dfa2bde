import type { Output } from '@baton/client'
import { useRef, useState } from 'react'

type AtWork = Output<'listAgentsAtWork'>['items'][number]

const groups: Record<AtWork['status'], number> = { waiting: 0, blocked: 1, over_budget: 2, running: 3, paused: 4, idle: 5, stopped: 6 }

/** Agents that need a person first, then by name: another tool call does not change this order. */
export const byGroup = (a: AtWork, b: AtWork): number =>
  groups[a.status] - groups[b.status] || a.name.localeCompare(b.name) || a.id.localeCompare(b.id)

/** Sorts agents into their earlier places; new ones come last. */
export function inPlaces(agents: readonly AtWork[], places: readonly string[]): AtWork[] {
  const place = (one: AtWork) => (places.includes(one.id) ? places.indexOf(one.id) : places.length)
  return agents.toSorted((a, b) => place(a) - place(b) || byGroup(a, b))
}

/**
 * Agents in an order that changes only with their status, and never while the pointer or keyboard focus is inside: each row has a button
 * that could otherwise move away. Spread `hold` onto the element that contains the rows.
 */
export function useSteadyOrder(agents: readonly AtWork[]) {
  const places = useRef<string[]>([])
  const [held, setHeld] = useState(false)
  const ordered = held ? inPlaces(agents, places.current) : agents.toSorted(byGroup)
  places.current = ordered.map(({ id }) => id)
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  return { ordered, hold }
}
