import { z } from 'zod'
import type { MergeRule } from './merge.ts'

interface Mergeable extends MergeRule {
  kind: 'task' | 'note'
  /** The input field that names what is changed. */
  names: string
}

/** What merges field by field. Everything else is decided by its operation, which may refuse it. */
export const mergeable: Readonly<Record<string, Mergeable>> = {
  updateTask: { kind: 'task', names: 'task', texts: ['title', 'description'], long: ['description'], set: 'labels' },
  updateNote: { kind: 'note', names: 'note', texts: ['title', 'content'], long: ['content'], set: 'tags' },
}

/**
 * The input as the operation takes it. What was changed on an older version is refused by the operation, unless only fields are named that
 * merge: those need no version.
 */
export function versioned(
  operation: string,
  schema: z.ZodType,
  input: Record<string, unknown>,
  base: number | null,
): Record<string, unknown> {
  const rule = mergeable[operation]
  const { version: given, ...rest } = input
  const takes = schema instanceof z.ZodObject && 'version' in schema.shape
  if (!takes) return input
  const merging = rule && Object.keys(rest).every((field) => [rule.names, ...rule.texts, rule.set].includes(field))
  const version = given ?? base ?? undefined
  return merging || version === undefined ? rest : { ...rest, version }
}
