import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { usePermissions } from '../data/permissions.ts'
import { createStore } from '../data/store.ts'

/** An action, defined once for the palette, keyboard shortcuts, menus and the list of shortcuts. */
export interface Command {
  id: string
  title: string
  group: string
  icon?: LucideIcon
  /** A key ("c", "?", "shift+d", "mod+k") or a sequence of two ("g b"). */
  keys?: string
  /** Extra search terms. */
  words?: string
  /** It changes something, so it is not offered to users with read-only access. */
  writes?: true
  run(): void
}

export const commands = createStore<readonly Command[]>([])

/** Registers these commands while the component is mounted; later ones override the keys of earlier ones. */
export function useCommands(all: readonly Command[]): void {
  // Until the role is known, write commands stay available: the server refuses users without permission.
  const { why } = usePermissions()
  const list = why === undefined ? all : all.filter((one) => !one.writes)
  const current = useRef(list)
  current.current = list
  const ids = list.map(({ id, title, keys }) => `${id}\n${title}\n${keys}`).join('\n\n')
  useEffect(() => {
    // Runs the latest closure, so a list created on every render does not need a new registration.
    const mine = current.current.map((command) => ({
      ...command,
      run: () => current.current.find(({ id }) => id === command.id)?.run(),
    }))
    commands.set((before) => [...before, ...mine])
    return () => commands.set((before) => before.filter((one) => !mine.includes(one)))
  }, [ids])
}
