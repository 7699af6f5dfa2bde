import { z } from 'zod'
import { Id, contract, ref } from '../../kernel/contract.ts'
import { components } from '../components.contract.ts'
import { ProjectRef } from '../vocabulary.contract.ts'

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

const ReferenceName = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of text')

/** For turning the names in a text into links. */
export const resolveReferences = contract({
  summary: 'What the names in a text refer to, as far as you can see it: keys, refs, ids, and titles of notes, specs and decisions',
  realm: 'organization',
  permission: 'task:read',
  effect: 'read',
  stale_after: [
    ...['task', 'story', 'epic', 'feature'].flatMap((kind) => [`${kind}.created`, `${kind}.deleted`, `${kind}.restored`]),
    ...['note.*', 'spec.*', 'decision.*', 'project.access_changed'],
  ],
  input: z.strictObject({
    names: z.array(ReferenceName).min(1).max(100),
    project: ProjectRef.optional().describe('Of several with one title, the one of this project comes first'),
  }),
  output: z.object({ items: z.array(Linked.extend({ name: z.string() })) }),
  http: [{ method: 'GET', path: '/api/references' }],
  rehearsal: { input: { names: '$task_names' } },
})
