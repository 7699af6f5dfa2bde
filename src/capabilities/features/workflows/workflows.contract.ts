import { z } from 'zod'
import { Id, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { Markdown, Name, Slug } from '../../vocabulary.contract.ts'
import { Gate, GatesInput } from './gates.contract.ts'
import { components } from '../../components.contract.ts'

export const WorkflowRef = ref(
  'workflow',
  z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\w-]+$/, 'must be a slug or id'),
)

/** The built-in workflow has no id, author or timestamps: nobody created it. */
const Workflow = z.object({
  id: Id.nullable(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  gates: z.array(Gate),
  built_in: z.boolean(),
  created_by: Id.nullable(),
  created_at: Timestamp.nullable(),
  updated_at: Timestamp.nullable(),
  deleted_at: Timestamp.nullable(),
  version: Version,
})

components({ Workflow })

const example = [
  { key: 'plan', name: 'Plan', kind: 'evidence', before_code: true, checks: [{ check: 'plan', rank: 'claimed' }] },
  { key: 'ship', name: 'Ship', kind: 'approval' },
]
// Whoever could rewrite the gates with a key could pass them with it.
const manage = { realm: 'organization', permission: 'workflow:manage', needs_person: true } as const
const read = { realm: 'organization', permission: 'workflow:read', effect: 'read' } as const
const one = { slug: 'workflow' }

export const listWorkflows = contract({
  ...read,
  summary: 'List the workflows of the organization, the built-in one last; there are at most a hundred, so one page holds them all',
  stale_after: ['workflow.*'],
  input: z.strictObject({}),
  output: page(Workflow),
  http: [{ method: 'GET', path: '/api/workflows' }],
})

export const createWorkflow = contract({
  ...manage,
  summary: 'Create a workflow; one with the slug `default` replaces the built-in one',
  effect: 'create',
  creates: { ref: 'workflow', field: 'slug' },
  input: z.strictObject({ name: Name, slug: Slug, description: Markdown.optional(), gates: GatesInput }),
  output: Workflow,
  http: [{ method: 'POST', path: '/api/workflows' }],
  rehearsal: { input: { gates: example, slug: '$new_handle' } },
})

export const getWorkflow = contract({
  ...read,
  summary: 'Get a workflow',
  stale_after: ['workflow.*'],
  input: z.strictObject({ workflow: WorkflowRef }),
  output: Workflow,
  http: [{ method: 'GET', path: '/api/workflows/:slug', params: one }],
})

export const updateWorkflow = contract({
  ...manage,
  summary: 'Update a workflow; features under way keep the gates they started with',
  effect: 'change',
  input: z.strictObject({
    workflow: WorkflowRef,
    name: Name.optional(),
    description: Markdown.optional(),
    gates: GatesInput.optional(),
    version: Version.optional(),
  }),
  output: Workflow,
  http: [
    { method: 'PUT', path: '/api/workflows/:slug', params: one },
    { method: 'PATCH', path: '/api/workflows/:slug', params: one },
  ],
})

export const deleteWorkflow = contract({
  ...manage,
  summary: 'Delete a workflow; features under way keep the gates they started with',
  effect: 'delete',
  input: z.strictObject({ workflow: WorkflowRef }),
  output: Workflow,
  http: [{ method: 'DELETE', path: '/api/workflows/:slug', params: one }],
})
