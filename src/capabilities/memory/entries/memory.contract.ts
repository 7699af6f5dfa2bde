import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { restoredBy } from '../../restoring.contract.ts'
import { SessionRef, AgentRef, Markdown, Moment, ProjectRef, Tag, stamps, totals } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

/** A memory is named by its ref, WEB-M12 in a project or M12 of an agent or a session, or by its id. */
const MemoryName = z
  .string()
  .max(36)
  .regex(
    /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:[A-Za-z][A-Za-z0-9]{1,9}-)?[Mm][1-9][0-9]{0,9})$/,
    'must be a ref such as WEB-M12, or an id',
  )
export const MemoryRef = ref('memory', MemoryName)
export const Scope = z.enum(['project', 'agent', 'session'])
const Content = Markdown.trim().min(1)
const Tags = z.array(Tag).max(20)
/** What a memory was learned from. External sources are trusted least. */
const Source = z.strictObject({
  kind: z.enum(['conversation', 'task', 'note', 'spec', 'decision', 'session', 'memory', 'commit', 'file', 'web', 'import']),
  ref: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u, 'must be a key, an id or an address')
    .optional(),
})

/** Whose memory is meant. If several are given, a project takes precedence, then an agent, then a session. */
export const whose = {
  project: ProjectRef.optional(),
  agent: AgentRef.optional(),
  session: SessionRef.optional(),
}
const entry = {
  content: Content,
  tags: Tags.optional(),
  sources: z.array(Source).max(5).optional(),
  pinned: z.boolean().optional(),
  valid_from: Moment.optional(),
  valid_until: Moment.optional(),
}

const fields = {
  id: Id,
  /** Its short name, which it keeps: its number in its project, or in the organization if it is an agent's or a session's. */
  ref: z.string(),
  scope: Scope,
  scope_id: Id,
  project_id: Id.nullable(),
  owner_id: Id.nullable(),
  /** Truncated in lists, as content_length shows; reading a single memory returns all of it. */
  content: z.string(),
  content_length: z.int(),
  tags: z.array(z.string()),
  sources: z.array(z.object({ kind: z.string(), ref: z.string().optional() })),
  trust: z.enum(['person', 'agent', 'external']),
  pinned: z.boolean(),
  valid_from: Timestamp.nullable(),
  valid_until: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  superseded_by: Id.nullable(),
  created_by: Id,
  created_by_agent_id: Id.nullable(),
  deleted_at: Timestamp.nullable(),
  /** Whether it can be found by meaning yet; by its words it can be found at once. */
  embedded: z.boolean(),
  ...stamps,
}
export const Memory = z.object(fields)
/** A memory that contradicts another; nobody has settled yet which of them holds. */
export const Contradiction = z.object({ id: Id, ref: z.string(), content: z.string(), at: Timestamp, by: z.string() })
/** A memory in a briefing: the part relevant to the work, when and by whom it was recorded, and what contradicts it. */
export const Learnt = z.object({
  id: Id,
  ref: z.string(),
  content: z.string(),
  trust: z.string(),
  at: Timestamp,
  by: z.string(),
  contradicts: z.array(Contradiction).optional(),
})

/** An existing memory about the same as a new one. With `call`, the content is sent again, which lets the new one take its place. */
const Similar = z.object({
  id: Id,
  ref: z.string(),
  kind: z.enum(['duplicate', 'contradiction', 'related']),
  content: z.string(),
  at: Timestamp,
  by: z.string(),
  similarity: z.number().nullable(),
  call: z.object({ operation: z.literal('storeMemory'), supersedes: z.string() }),
})

components({
  SimilarMemory: Similar,
  MemorySource: Source,
  MemoryScope: Scope,
  MemoryEntry: Memory,
  MemoryContradiction: Contradiction,
  LearntMemory: Learnt,
})

const read = { realm: 'organization', permission: 'memory:read', effect: 'read' } as const
const change = { realm: 'organization', permission: 'memory:write', effect: 'change' } as const
const remove = { realm: 'organization', permission: 'memory:write', effect: 'delete' } as const
const create = { realm: 'organization', permission: 'memory:write', effect: 'create' } as const
const one = { id: 'memory' }

export const storeMemory = contract({
  ...create,
  summary: 'Store a memory',
  creates: { ref: 'memory', field: 'id' },
  input: z.strictObject({ ...entry, scope: Scope.optional(), ...whose, supersedes: MemoryRef.optional() }),
  output: z.object({
    ...fields,
    supersedes: Id.nullable(),
    supersedes_ref: z.string().nullable(),
    /** Existing memories nearest in meaning; without a vector, those that share its words, and their similarity is null. */
    similar: z.array(Similar),
    /** What to do about one of them, if any is similar. */
    next: z.string().nullable(),
  }),
  http: [
    { method: 'POST', path: '/api/memories' },
    { method: 'POST', path: '/api/projects/:slug/memories', params: { slug: 'project' } },
  ],
  mcp: {
    tool: 'store_memory',
    category: 'Memory',
    title: 'Store a memory',
    description: 'Remember one fact, lesson or preference for later; in a project for all who see it, else for this agent.',
    concise: ['ref', 'scope', 'trust', 'supersedes_ref', 'similar', 'next'],
    shows: z.strictObject({
      content: Content,
      scope: Scope.optional(),
      project: z.string().optional(),
      session: z.string().optional(),
      tags: z.array(z.string()).optional(),
      sources: z.array(Source).optional(),
      supersedes: z.string().optional(),
    }),
  },
})

export const storeMemories = contract({
  ...change,
  summary: 'Store many memories of one scope in their order',
  heavy: true,
  input: z.strictObject({ entries: z.array(z.strictObject(entry)).min(1).max(100), scope: Scope.optional(), ...whose }),
  output: z.object({ items: z.array(z.object({ id: Id, ref: z.string(), trust: z.string() })) }),
  http: [{ method: 'POST', path: '/api/memories/batch' }],
})

export const listMemories = contract({
  ...read,
  summary: 'List memories, newest first',
  stale_after: ['memory.*', 'memory_review.*', 'agent_session.*'],
  input: z.strictObject({
    memory: MemoryRef.optional(),
    ...whose,
    scope: Scope.optional(),
    tag: Tag.optional(),
    since: Moment.optional(),
    until: Moment.optional(),
    pinned: z.boolean().optional(),
    state: z.enum(['live', 'superseded', 'deleted']).default('live'),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(Memory).extend(totals),
  http: [
    { method: 'GET', path: '/api/memories' },
    { method: 'GET', path: '/api/projects/:slug/memories', params: { slug: 'project' } },
  ],
  mcp: {
    tool: 'list_memories',
    category: 'Memory',
    title: 'List memories',
    description: 'List memories by project, tag or day, newest first.',
    concise: ['ref', 'content', 'content_length', 'scope', 'tags', 'trust', 'pinned', 'created_at'],
    shows: z.strictObject({
      memory: z.string().optional(),
      project: z.string().optional(),
      scope: Scope.optional(),
      tag: z.string().optional(),
      since: z.string().optional(),
      until: z.string().optional(),
      limit: z.int().min(1).max(100).optional(),
      cursor: z.string().optional(),
    }),
  },
})

export const getMemory = contract({
  ...read,
  summary: 'One memory in full, with what it superseded',
  stale_after: ['memory.*'],
  input: z.strictObject({ memory: MemoryRef }),
  output: z.object({ ...fields, history: z.array(Memory) }),
  http: [{ method: 'GET', path: '/api/memories/:id', params: one }],
})

export const updateMemory = contract({
  ...change,
  summary: 'Change tags, validity or pin of a memory; to change its content, supersede it',
  input: z.strictObject({
    memory: MemoryRef,
    tags: Tags.optional(),
    pinned: z.boolean().optional(),
    valid_from: Moment.nullable().optional(),
    valid_until: Moment.nullable().optional(),
    version: Version.optional(),
  }),
  output: Memory,
  http: [
    { method: 'PATCH', path: '/api/memories/:id', params: one },
    { method: 'PUT', path: '/api/memories/:id', params: one },
  ],
})

export const supersedeMemory = contract({
  ...create,
  summary: 'Replace a memory with a better one; the old one stays in its history',
  input: z.strictObject({ memory: MemoryRef, ...entry, version: Version.optional() }),
  output: Memory,
  http: [{ method: 'POST', path: '/api/memories/:id/supersede', params: one }],
})

export const deleteMemory = contract({
  ...remove,
  summary: 'Delete a memory; it can be restored for 30 days',
  input: z.strictObject({ memory: MemoryRef }),
  output: Memory,
  http: [{ method: 'DELETE', path: '/api/memories/:id', params: one }],
  mcp: {
    tool: 'delete_memory',
    category: 'Memory',
    title: 'Delete a memory',
    description: 'Forget one memory that is wrong or no longer wanted.',
    concise: ['ref', 'deleted_at'],
    idempotent: true,
    undo: { how: 'delete_memory with restore: true', days: 30 },
    variants: restoredBy('restoreMemory', 'memory'),
  },
})

export const restoreMemory = contract({
  ...change,
  summary: 'Restore a deleted memory',
  input: z.strictObject({ memory: MemoryRef }),
  output: Memory,
  http: [{ method: 'POST', path: '/api/memories/:id/restore', params: one }],
  rehearsal: { after: 'deleteMemory', carry: { memory: 'id' } },
})
