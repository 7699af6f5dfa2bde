import { globSync } from 'node:fs'
import type { EventKind } from '../../src/kernel/events.ts'

const root = new URL('../../', import.meta.url)

/** Every kind of event the log can hold, collected from the exports of the `*.events.ts` files: single kinds, or objects of kinds. */
export async function loadEventKinds(): Promise<string[]> {
  const kinds = new Set<string>()
  for (const file of globSync('src/capabilities/**/*.events.ts', { cwd: root }))
    for (const exported of Object.values((await import(new URL(file, root).href)) as Record<string, unknown>))
      for (const { type } of kindsIn(exported)) kinds.add(type)
  return [...kinds].toSorted()
}

function kindsIn(exported: unknown): EventKind<never>[] {
  if (isKind(exported)) return [exported]
  return typeof exported === 'object' && exported !== null ? Object.values(exported).filter(isKind) : []
}

const isKind = (value: unknown): value is EventKind<never> =>
  typeof value === 'object' && value !== null && 'type' in value && 'place' in value
