import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page, ref } from '../../../kernel/contract.ts'
import { Linked, LinkNames } from '../../links/links.contract.ts'
import { Markdown, Moment, ProjectRef, Tag, Title, recordName, stamps, totals } from '../../vocabulary.contract.ts'
import { Glob, Path } from './governed-paths.contract.ts'
import { components } from '../../components.contract.ts'

export const DecisionRef = ref('decision', recordName)
const Status = z.enum(['proposed', 'accepted', 'superseded', 'rejected'])
/** Without `superseded`: a decision becomes that only through another one. */
const Verdict = z.enum(['proposed', 'accepted', 'rejected'])
const Alternative = z.strictObject({ title: Title, why_not: Markdown.max(2000) })
const Entry = z.object({
  id: Id,
  body: z.string(),
  created_by: Id,
  created_by_agent_id: Id.nullable(),
  created_at: Timestamp,
})

/** The compact form, in lists and events. */
const DecisionLine = z.object({
  id: Id,
  ref: z.string(),
  project_id: Id.nullable(),
  title: z.string(),
  status: Status,
  tags: z.array(z.string()),
  paths: z.array(z.string()),
  superseded_by: Id.nullable(),
  decided_by: Id.nullable(),
  /** True if it was decided with an agent's token or a key, not with a person's login. */
  decided_by_agent: z.boolean().nullable(),
  decided_by_agent_id: Id.nullable(),
  decided_at: Timestamp.nullable(),
  created_by: Id,
  created_by_agent_id: Id.nullable(),
  deleted_at: Timestamp.nullable(),
  ...stamps,
})
const Decision = DecisionLine.extend({
  context: z.string(),
  rationale: z.string(),
  alternatives: z.array(z.object({ title: z.string(), why_not: z.string() })),
  outcome: z.string(),
})
const Neighbour = z.object({ id: Id, ref: z.string(), title: z.string(), status: Status })
const Details = Decision.extend({
  supersedes: z.array(Neighbour),
  superseded_by_decision: Neighbour.nullable(),
  /** The newest entries in chronological order; the discussion's own list has all of them. */
  discussion: z.array(Entry),
  discussion_count: z.int(),
  links: z.array(Linked),
  backlinks: z.array(Linked),
})

components({
  DecisionStatus: Status,
  DecisionAlternative: Alternative,
  DecisionEntry: Entry,
  DecisionSummary: DecisionLine,
  Decision,
  DecisionLink: Neighbour,
  DecisionDetails: Details,
})

const read = { realm: 'organization', permission: 'decision:read', effect: 'read' } as const
const create = { realm: 'organization', permission: 'decision:write', effect: 'create' } as const
const change = { realm: 'organization', permission: 'decision:write', effect: 'change' } as const
const ofProject = { slug: 'project' }
const one = { id: 'decision' }
const texts = {
  context: Markdown.optional(),
  rationale: Markdown.optional(),
  alternatives: z.array(Alternative).max(10).optional(),
  outcome: Markdown.optional(),
  status: Verdict.optional(),
  supersedes: z.array(DecisionRef).max(20).optional(),
  paths: z.array(Glob).max(50).optional(),
  tags: z.array(Tag).max(20).optional(),
  links: LinkNames.optional(),
}

export const logDecision = contract({
  ...create,
  summary: 'Log a decision',
  creates: { ref: 'decision', field: 'ref' },
  input: z.strictObject({ project: ProjectRef.optional(), title: Title, ...texts }),
  /** `governing`: other decisions in force for the same paths. Supersede those that no longer hold. */
  output: Decision.extend({ same_title: z.array(z.string()), governing: z.array(z.object({ ref: z.string(), title: z.string() })) }),
  http: [
    { method: 'POST', path: '/api/decisions' },
    { method: 'POST', path: '/api/projects/:slug/decisions', params: ofProject },
  ],
  mcp: {
    tool: 'log_decision',
    category: 'Decisions',
    title: 'Log a decision',
    description: 'Record a decision taken (status: proposed opens it for discussion), the organization’s without project.',
    concise: ['ref', 'status', 'same_title', 'governing', 'version'],
  },
  rehearsal: { input: { paths: ['src/**'] } },
})

export const listDecisions = contract({
  ...read,
  summary: 'List decisions',
  stale_after: ['decision.*'],
  input: z.strictObject({
    project: ProjectRef.optional(),
    scope: z.enum(['organization']).optional(),
    status: Status.optional(),
    tag: Tag.optional(),
    title: Title.optional(),
    path: Path.optional(),
    since: Moment.optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(DecisionLine).extend(totals),
  http: [
    { method: 'GET', path: '/api/decisions' },
    { method: 'GET', path: '/api/projects/:slug/decisions', params: ofProject },
  ],
  mcp: {
    tool: 'list_decisions',
    category: 'Decisions',
    title: 'List decisions',
    description: 'List decisions, newest first; path gives those in force for a file, title is how it begins.',
    concise: ['ref', 'title', 'status', 'paths', 'tags', 'decided_at'],
  },
})

export const getDecision = contract({
  ...read,
  summary: 'Get a decision with its discussion and outcome',
  stale_after: ['decision.*', 'note.*'],
  input: z.strictObject({ decision: DecisionRef }),
  output: Details,
  http: [{ method: 'GET', path: '/api/decisions/:id', params: one }],
  mcp: {
    tool: 'get_decision',
    category: 'Decisions',
    title: 'Read a decision',
    description: 'One decision (WEB-D4) with rationale, alternatives, discussion, outcome and links.',
    concise: [
      'ref',
      'title',
      'status',
      'context',
      'rationale',
      'outcome',
      'paths',
      'superseded_by_decision',
      'discussion_count',
      'version',
    ],
  },
})

export const updateDecision = contract({
  ...change,
  summary: 'Add to a decision’s discussion, decide it, or let it supersede others',
  input: z.strictObject({
    decision: DecisionRef,
    say: Markdown.min(1).optional(),
    title: Title.optional(),
    ...texts,
    version: Version.optional(),
  }),
  output: Decision,
  http: [
    { method: 'PATCH', path: '/api/decisions/:id', params: one },
    { method: 'PUT', path: '/api/decisions/:id', params: one },
  ],
  mcp: {
    tool: 'update_decision',
    category: 'Decisions',
    title: 'Update a decision',
    description: 'Say something in its discussion, accept or reject it, record the outcome, or supersede others; decided words stay.',
    concise: ['ref', 'status', 'version'],
  },
})

export const deleteDecision = contract({
  realm: 'organization',
  permission: 'decision:write',
  effect: 'delete',
  summary: 'Delete a decision; it can be restored',
  input: z.strictObject({ decision: DecisionRef, version: Version.optional() }),
  output: Decision,
  http: [{ method: 'DELETE', path: '/api/decisions/:id', params: one }],
})

export const restoreDecision = contract({
  ...change,
  summary: 'Restore a deleted decision',
  input: z.strictObject({ decision: DecisionRef }),
  output: Decision,
  http: [{ method: 'POST', path: '/api/decisions/:id/restore', params: one }],
  rehearsal: { after: 'deleteDecision', carry: { decision: 'id' } },
})

export const addDecisionEntry = contract({
  ...create,
  summary: 'Comment in the discussion of a decision',
  creates: { ref: 'decision_entry', field: 'id' },
  input: z.strictObject({ decision: DecisionRef, body: Markdown.min(1) }),
  output: Entry,
  http: [{ method: 'POST', path: '/api/decisions/:id/discussion', params: one }],
})

export const listDecisionEntries = contract({
  ...read,
  summary: 'The discussion of a decision, oldest first',
  stale_after: ['decision.*'],
  input: z.strictObject({ decision: DecisionRef, limit: Limit, cursor: Cursor.optional() }),
  output: page(Entry),
  http: [{ method: 'GET', path: '/api/decisions/:id/discussion', params: one }],
})

export const listGoverningDecisions = contract({
  ...read,
  summary: 'The decisions in force that govern some files of a project',
  stale_after: ['decision.*'],
  input: z.strictObject({ project: ProjectRef, path: z.array(Path).min(1).max(500) }),
  output: z.object({
    items: z.array(DecisionLine.extend({ governs: z.array(z.string()) })),
    /** There are more decisions or paths than could be compared. */
    truncated: z.boolean(),
  }),
  http: [{ method: 'GET', path: '/api/projects/:slug/decisions/governing', params: ofProject }],
  rehearsal: { input: { path: ['src/index.ts'] } },
})
