import { z } from 'zod'
import type { MergeRule } from './merge.ts'

interface Mergeable extends MergeRule {
  kind: 'task' | 'note'
  /** The input field that names the task or note to change. */
  names: string
}

/** Operations whose input merges field by field. Any other operation decides for itself and may refuse. */
export const mergeable: Readonly<Record<string, Mergeable>> = {
  updateTask: { kind: 'task', names: 'task', texts: ['title', 'description'], long: ['description'], set: 'labels' },
  updateNote: { kind: 'note', names: 'note', texts: ['title', 'content'], long: ['content'], set: 'tags' },
}

/**
 * The input in the form the operation takes. It refuses a change that was based on an older version, unless the input names only fields that merge,
 * which need no version.
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
