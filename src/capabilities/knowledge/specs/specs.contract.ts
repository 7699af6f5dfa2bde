import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { Linked } from '../../links/links.contract.ts'
import { LongMarkdown, Moment, ProjectRef, Tag, Title, recordName, stamps, totals } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

export const SpecRef = ref('spec', recordName)
const SpecStatus = z.enum(['draft', 'review', 'approved', 'obsolete'])
const Tags = z.array(Tag).max(20)

const Spec = z.object({
  id: Id,
  ref: z.string(),
  project_id: Id,
  number: z.int(),
  title: z.string(),
  status: SpecStatus,
  tags: z.array(z.string()),
  /** The newest version of the text; `version` counts every change, also of the title and the status. */
  latest_version: z.int(),
  created_by: Id,
  created_by_agent_id: Id.nullable(),
  deleted_at: Timestamp.nullable(),
  ...stamps,
})

const SpecVersion = z.object({
  number: z.int(),
  summary: z.string(),
  body_sha256: z.string(),
  body_length: z.int(),
  created_by: Id,
  created_by_agent_id: Id.nullable(),
  created_at: Timestamp,
})

components({ SpecStatus, Spec, SpecVersion })

const Hunk = z.object({ old_start: z.int(), old_lines: z.int(), new_start: z.int(), new_lines: z.int() })
const difference = {
  from: z.int(),
  to: z.int(),
  lines_added: z.int(),
  lines_removed: z.int(),
  /** False if the texts are too far apart to search for the shortest difference: it is correct all the same. */
  shortest: z.boolean(),
  unified: z.string(),
}

const read = { realm: 'organization', permission: 'spec:read', effect: 'read' } as const
const create = { realm: 'organization', permission: 'spec:write', effect: 'create' } as const
const change = { realm: 'organization', permission: 'spec:write', effect: 'change' } as const
const ofProject = { slug: 'project' }
const one = { id: 'spec' }

export const createSpec = contract({
  ...create,
  summary: 'Create a spec',
  creates: { ref: 'spec', field: 'ref' },
  input: z.strictObject({
    project: ProjectRef,
    title: Title,
    body: LongMarkdown.default(''),
    status: SpecStatus.optional(),
    tags: Tags.optional(),
  }),
  output: Spec.extend({ same_title: z.array(z.string()) }),
  http: [
    { method: 'POST', path: '/api/projects/:slug/specs', params: ofProject },
    { method: 'POST', path: '/api/specs' },
  ],
  mcp: {
    tool: 'create_spec',
    category: 'Specs',
    title: 'Create a spec',
    description: 'Write a technical specification for a project; body is markdown.',
    concise: ['ref', 'status', 'latest_version', 'same_title'],
  },
  rehearsal: { input: { status: 'approved' } },
})

export const listSpecs = contract({
  ...read,
  summary: 'List specs',
  stale_after: ['spec.*'],
  input: z.strictObject({
    project: ProjectRef.optional(),
    status: SpecStatus.optional(),
    tag: Tag.optional(),
    title: Title.optional(),
    since: Moment.optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(Spec).extend(totals),
  http: [
    { method: 'GET', path: '/api/specs' },
    { method: 'GET', path: '/api/projects/:slug/specs', params: ofProject },
  ],
  mcp: {
    tool: 'list_specs',
    category: 'Specs',
    title: 'List specs',
    description: 'List specs, newest first; title is how it begins.',
    concise: ['ref', 'title', 'status', 'tags', 'latest_version', 'updated_at'],
  },
})

/** The default leaves an agent room for other things. */
const Piece = z.int().min(1).max(50_000).default(20_000)

export const getSpec = contract({
  ...read,
  summary: 'Get a spec at any version, or what changed between two',
  stale_after: ['spec.*', 'feature.*', 'note.*'],
  input: z.strictObject({
    spec: SpecRef,
    number: Version.optional(),
    compare: z.int().min(0).max(2_147_483_647).optional(),
    offset: z.int().min(0).max(10_000_000).default(0),
    limit: Piece,
  }),
  output: Spec.extend({
    shown: SpecVersion,
    /** Which version of the text this is. */
    shown_version: z.int(),
    /** Left out if a difference is requested; `offset` and `limit` then apply to that. */
    body: z.string().nullable(),
    diff: z.object({ ...difference, hunks: z.array(Hunk), hunk_count: z.int() }).nullable(),
    next_offset: z.int().nullable(),
    backlinks: z.array(Linked.extend({ outdated: z.boolean() })),
  }),
  http: [
    { method: 'GET', path: '/api/specs/:id', params: one },
    {
      method: 'GET',
      path: '/api/specs/:id/versions/:number',
      params: one,
      rehearsal: { input: { number: 1 } },
    },
  ],
  mcp: {
    tool: 'get_spec',
    category: 'Specs',
    title: 'Read a spec',
    description: 'Read a spec (WEB-S2) at its latest or another version; compare: an earlier version shows the difference instead.',
    hides: ['version', 'shown'],
    variants: {
      input: { version: Version.optional().describe('version to read, default the latest') },
      choose: ({ version, ...given }) => ({ given: version === undefined ? given : { number: version, ...given } }),
    },
    shows: z.strictObject({ spec: SpecRef, compare: z.int().optional(), offset: z.int().optional(), limit: Piece }),
    reads_on: { text: 'body', from: 'offset', next: 'next_offset' },
  },
})

export const updateSpec = contract({
  ...change,
  summary: 'Update a spec; a changed body creates a new version',
  input: z.strictObject({
    spec: SpecRef,
    title: Title.optional(),
    status: SpecStatus.optional(),
    tags: Tags.optional(),
    body: LongMarkdown.optional(),
    summary: Title.optional(),
    based_on: Version.optional(),
    version: Version.optional(),
  }),
  output: Spec.extend({ version_added: z.boolean(), note: z.string().nullable() }),
  http: [
    { method: 'PATCH', path: '/api/specs/:id', params: one },
    { method: 'PUT', path: '/api/specs/:id', params: one },
  ],
  mcp: {
    tool: 'update_spec',
    shows: z.strictObject({
      spec: SpecRef,
      title: Title.optional(),
      status: SpecStatus.optional(),
      tags: Tags.optional(),
      body: LongMarkdown.optional(),
      summary: Title.optional(),
      based_on: Version.optional(),
    }),
    category: 'Specs',
    title: 'Update a spec',
    description: 'Change a spec; a body makes a new version: say the version you edited in based_on and what changed in summary.',
    concise: ['ref', 'status', 'latest_version', 'version_added', 'note'],
    idempotent: true,
  },
})

export const listSpecVersions = contract({
  ...read,
  summary: 'List the versions of a spec',
  stale_after: ['spec.*'],
  input: z.strictObject({ spec: SpecRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(SpecVersion),
  http: [{ method: 'GET', path: '/api/specs/:id/versions', params: one }],
})

export const addSpecVersion = contract({
  ...create,
  summary: 'Add a version to a spec',
  input: z.strictObject({ spec: SpecRef, body: LongMarkdown, based_on: Version, summary: Title.optional() }),
  output: SpecVersion.extend({ version_added: z.boolean(), note: z.string().nullable() }),
  http: [{ method: 'POST', path: '/api/specs/:id/versions', params: one }],
  rehearsal: { input: { based_on: 1 } },
})

export const compareSpec = contract({
  ...read,
  summary: 'The difference between two versions of a spec',
  stale_after: ['spec.*'],
  input: z.strictObject({ spec: SpecRef, from: z.int().min(0).max(2_147_483_647).optional(), to: Version.optional() }),
  output: z.object({ ...difference, hunks: z.array(Hunk.extend({ lines: z.array(z.string()) })) }),
  http: [{ method: 'GET', path: '/api/specs/:id/diff', params: one }],
})

export const deleteSpec = contract({
  realm: 'organization',
  permission: 'spec:write',
  effect: 'delete',
  summary: 'Delete a spec; its versions stay and it can be restored',
  input: z.strictObject({ spec: SpecRef, version: Version.optional() }),
  output: Spec,
  http: [{ method: 'DELETE', path: '/api/specs/:id', params: one }],
})

export const restoreSpec = contract({
  ...change,
  summary: 'Restore a deleted spec',
  input: z.strictObject({ spec: SpecRef }),
  output: Spec,
  http: [{ method: 'POST', path: '/api/specs/:id/restore', params: one }],
  rehearsal: { after: 'deleteSpec', carry: { spec: 'id' } },
})
