import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import { linkableNotes } from '../notes/linkable-notes.ts'
import { linkableDecisions } from '../decisions/linkable-decisions.ts'
import { linkableSpecs } from '../specs/linkable-specs.ts'
import { linkableFeatures } from '../features/linkable-features.ts'
import { linkableTasks } from '../work-items/linkable-tasks.ts'
import type { LinkKind, Linked } from './links.contract.ts'

type Kind = z.infer<typeof LinkKind>
type End = Omit<z.infer<typeof Linked>, 'version' | 'kind'>

/** How a kind finds what the caller may see of it; anything deleted, hidden or foreign is simply not among the answers. */
export interface Linkable {
  /** `near` is the project that a name which several bear is looked for first in. */
  byNames(ctx: Context, names: readonly string[], near?: string | null): Promise<End[]>
  byIds(ctx: Context, ids: readonly string[]): Promise<End[]>
}

/** Every kind that can be linked; a capability adds its own line. */
export const linkables: Partial<Record<Kind, Linkable>> = {
  note: linkableNotes,
  task: linkableTasks,
  feature: linkableFeatures,
  spec: linkableSpecs,
  decision: linkableDecisions,
}
