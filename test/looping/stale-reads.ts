import { globSync, readFileSync } from 'node:fs'
import { readsAffected } from '../../scripts/generate/affected.ts'
import type { Operation } from '../../src/kernel/operation.ts'

const root = new URL('../../', import.meta.url)
const sources = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(new URL(file, root), 'utf8') }))

type Reasons = Readonly<Record<string, string>>
type Operations = ReadonlyMap<string, Operation>

/** What the activity feed shows needs no other reader, but the feed is stale after everything, so it proves nothing about a kind. */
const isFeed = ({ contract }: Operation) => contract.stale_after?.includes('*')

/** Kinds of event that make no read stale, and entries of `unshown` that a read does name. */
export function checkKinds(operations: Operations, kinds: readonly string[], unshown: Reasons): string[] {
  const others = new Map([...operations].filter(([, operation]) => !isFeed(operation)))
  const shown = (kind: string) => readsAffected(others, kind).length > 0
  return [
    ...kinds.filter((kind) => !shown(kind) && !(kind in unshown)).map((kind) => `${kind} makes no read stale`),
    ...Object.keys(unshown)
      .filter((kind) => !kinds.includes(kind) || shown(kind))
      .map((kind) => `${kind} need not be excused`),
  ]
}

/** Reads of the dashboard without `stale_after`, or with an empty one, that aren't excused; and excuses that aren't needed. */
export function checkReads(operations: Operations, read: readonly string[], unchanging: Reasons): string[] {
  const silent = (name: string) => !operations.get(name)?.contract.stale_after?.length
  return [
    ...read.filter((name) => silent(name) && !(name in unchanging)).map((name) => `nothing makes ${name} stale`),
    ...Object.keys(unchanging)
      .filter((name) => !read.includes(name) || !silent(name))
      .map((name) => `${name} need not be excused`),
  ]
}

/** The reads that the dashboard caches: those whose name it passes to `useRead` and the like, the only places that quote names. */
export function readsOfDashboard(operations: Operations, files = sources('dashboard/src/**/*.{ts,tsx}')): string[] {
  const quoted = new Set(files.flatMap(({ text }) => [...text.matchAll(/'([a-z]\w+)'/gi)].map(([, name = '']) => name)))
  return [...operations.values()].filter(({ name, contract }) => contract.effect === 'read' && quoted.has(name)).map(({ name }) => name)
}

/** Files that define kinds of event where `loadEventKinds` doesn't look. */
export const kindsElsewhere = (files = sources('src/**/*.ts')): string[] =>
  files.filter(({ file, text }) => /import \{[^}]*\bevent\b[^}]*\}/.test(text) && !file.endsWith('.events.ts')).map(({ file }) => file)

/** Pages that poll: what they show has to announce its changes instead. */
export const polling = (files = sources('dashboard/src/**/*.{ts,tsx}')): string[] =>
  files.filter(({ text }) => text.includes('refetchInterval')).map(({ file }) => file)
