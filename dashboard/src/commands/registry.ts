import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { usePermissions } from '../data/permissions.ts'
import { createStore } from '../data/store.ts'

/** One action, once: the palette, its shortcut, menus and the sheet of shortcuts all read this. */
export interface Command {
  id: string
  title: string
  group: string
  icon?: LucideIcon
  /** A key ("c", "?", "shift+d", "mod+k") or two in a row ("g b"). */
  keys?: string
  /** More words to find it by. */
  words?: string
  /** It changes something: not offered to someone who may only read here. */
  writes?: true
  run(): void
}

export const commands = createStore<readonly Command[]>([])

/** Offers these commands while the component is there; a later one takes the keys of an earlier one. */
export function useCommands(all: readonly Command[]): void {
  // Until the role is known, a key that writes is not lost: the server refuses those who may not.
  const { why } = usePermissions()
  const list = why === undefined ? all : all.filter((one) => !one.writes)
  const current = useRef(list)
  current.current = list
  const ids = list.map(({ id, title, keys }) => `${id}\n${title}\n${keys}`).join('\n\n')
  useEffect(() => {
    // Runs the newest closure, so a list made on every render costs no new registration.
    const mine = current.current.map((command) => ({
      ...command,
      run: () => current.current.find(({ id }) => id === command.id)?.run(),
    }))
    commands.set((before) => [...before, ...mine])
    return () => commands.set((before) => before.filter((one) => !mine.includes(one)))
  }, [ids])
}
