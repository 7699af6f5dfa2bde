import { z } from 'zod'
import { Id } from '../../kernel/contract.ts'

export const LinkKind = z.enum(['note', 'task', 'spec', 'decision', 'feature'])

/** One end of a link as its reader sees it; `ref` is what tools and paths take. */
export const Linked = z.object({
  kind: LinkKind,
  id: Id,
  ref: z.string(),
  title: z.string(),
  status: z.string().nullable(),
  /** Which version of a spec is meant. */
  version: z.int().nullable(),
})
