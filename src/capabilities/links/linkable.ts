import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import type { LinkKind, Linked } from './links.contract.ts'

type Kind = z.infer<typeof LinkKind>
type End = Omit<z.infer<typeof Linked>, 'version' | 'kind'>

/** How a kind finds what the caller may see of it; anything deleted, hidden or foreign is simply not among the answers. */
export interface Linkable {
  /** `names` are others that it had before and is still found by. `near` is the project that a name which several bear is looked for first in. */
  byNames(ctx: Context, names: readonly string[], near?: string | null): Promise<(End & { names?: string[] })[]>
  byIds(ctx: Context, ids: readonly string[]): Promise<End[]>
}

/** Filled by `linkables.ts` when the operations are loaded: what can be linked lives in areas above this one. */
export const linkables: Partial<Record<Kind, Linkable>> = {}
