import { z } from 'zod'
import { Id, ref } from '../../kernel/contract.ts'
import { components } from '../components.contract.ts'

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

components({ LinkKind, LinkedRecord: Linked })

/** Anything that can be linked, by its ref or id: `WEB-12`, `WEB-S2`, `WEB-S2@3` for one version of a spec; `spec:WEB-S2` too. */
const LinkName = z
  .string()
  .min(1)
  .max(80)
  .regex(
    /^((note|task|spec|decision|feature):)?[\w-]+(@[1-9]\d{0,8})?$/,
    'must be a ref such as WEB-12, WEB-S2, WEB-S2@3 or WEB-D4, or an id',
  )

export const LinkNames = z.array(ref('task', LinkName)).max(50)
