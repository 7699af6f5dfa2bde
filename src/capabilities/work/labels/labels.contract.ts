import { z } from 'zod'
import { Id, contract } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { ProjectRef } from '../../vocabulary.contract.ts'
import { Label } from '../items/work-items.contract.ts'

const LabelColor = z.enum(['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'])
const look = { label: z.string(), color: LabelColor, description: z.string() }
const Relabelled = z.object({ label: z.string(), changed: z.int(), more: z.boolean() })

components({ LabelColor, LabelChange: Relabelled })

const change = { realm: 'organization', permission: 'task:write', effect: 'change' } as const
const labels = '/api/projects/:slug/labels'
const ofProject = { slug: 'project' }

export const listLabels = contract({
  realm: 'organization',
  permission: 'task:read',
  effect: 'read',
  summary: 'The labels of a project with their colors and how many items have them, the most used first',
  stale_after: ['label.*', 'epic.*', 'story.*', 'task.created', 'task.updated', 'task.deleted', 'task.restored'],
  input: z.strictObject({ project: ProjectRef }),
  output: z.object({
    project: z.object({ id: Id, slug: z.string() }),
    items: z.array(z.object({ ...look, items: z.int(), open: z.int() })),
    truncated: z.boolean(),
  }),
  http: [{ method: 'GET', path: labels, params: ofProject }],
})

export const saveLabel = contract({
  ...change,
  summary: 'Create a label in a project, or change its color and description',
  input: z.strictObject({
    project: ProjectRef,
    label: Label,
    color: LabelColor.optional(),
    description: z.string().max(500).optional(),
  }),
  output: z.object(look),
  http: [{ method: 'PUT', path: labels, params: ofProject }],
})

export const renameLabel = contract({
  ...change,
  summary: 'Rename a label on all items of a project, or merge it into another; repeat while the response says that there are more',
  input: z.strictObject({ project: ProjectRef, label: Label, to: Label }),
  output: Relabelled,
  http: [{ method: 'POST', path: `${labels}/rename`, params: ofProject }],
})

export const removeLabel = contract({
  ...change,
  summary: 'Delete a label and remove it from all items of a project; repeat while the response says that there are more',
  input: z.strictObject({ project: ProjectRef, label: Label }),
  output: Relabelled,
  http: [{ method: 'POST', path: `${labels}/remove`, params: ofProject }],
})
