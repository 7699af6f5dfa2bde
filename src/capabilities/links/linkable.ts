import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import type { LinkKind, Linked } from './links.contract.ts'

type Kind = z.infer<typeof LinkKind>
type End = Omit<z.infer<typeof Linked>, 'version' | 'kind'>

/** How to find what the caller may see of a kind; anything deleted, hidden or foreign isn't returned. */
export interface Linkable {
  /** `names` are earlier names that it is still found by. `near` is the project to look in first for a name that several items have. */
  byNames(ctx: Context, names: readonly string[], near?: string | null): Promise<(End & { names?: string[] })[]>
  byIds(ctx: Context, ids: readonly string[]): Promise<End[]>
}

/** Filled by `linkables.ts` when the operations are loaded: what can be linked lives in areas above this one. */
export const linkables: Partial<Record<Kind, Linkable>> = {}
