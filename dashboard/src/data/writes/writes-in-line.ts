import type { TaskPatch } from '../tasks/task-patch.ts'

interface Line {
  id: string
  input: unknown
  patch?: TaskPatch
  base?: object
  pushed?: object
}

interface Named {
  task?: string
  story?: string
  epic?: string
  comment?: string
  note?: string
  version?: number
}

const texts = ['title', 'description', 'body', 'content'] as const
/** Whether the field holds text that people write. */
export const isText = (field: string): boolean => (texts as readonly string[]).includes(field)

/** The text with which a write replaces one its author saw. */
export function textOf({ input, base = {} }: Pick<Line, 'input' | 'base'>): string | undefined {
  const field = texts.find((name) => name in base)
  return field && (input as Record<string, string>)[field]
}

/** Whether a write refers to the task that another one creates. */
export function dependsOn(later: Line, maker: Line): boolean {
  const made = maker.patch?.create?.id
  return made !== undefined && later.id !== maker.id && JSON.stringify(later.input).includes(made)
}

/** Updates a queued write after an earlier one was answered: with the task's real id, and with the version of the answer. */
export function catchUp<W extends Line>(later: W, done: Line, answer: unknown): W {
  const { id, key, version } = (answer ?? {}) as { id?: string; key?: string; version?: number }
  let next = later
  const made = done.patch?.create?.id
  if (made && id && made !== id && (dependsOn(later, done) || later.patch?.tasks.includes(made))) {
    const { input, patch } = later
    next = { ...next, ...(JSON.parse(JSON.stringify({ input, patch }).replaceAll(made, id)) as Pick<W, 'input' | 'patch'>) }
  }
  const input = next.input as Named | null
  const before = (done.input as Named | null)?.version ?? (version ?? 0) - 1
  const name = input?.comment ?? input?.task ?? input?.story ?? input?.epic ?? input?.note
  // A write that was merged may have landed on top of changes that the next write's author has not seen.
  if (done.pushed && version !== before + 1) return next
  if (name !== undefined && (name === id || name === key) && version && input?.version === before)
    next = { ...next, input: { ...input, version } }
  return next
}

export function withoutVersion(input: unknown): unknown {
  const { version: _, versions: __, ...rest } = (input ?? {}) as Record<string, unknown>
  return rest
}
