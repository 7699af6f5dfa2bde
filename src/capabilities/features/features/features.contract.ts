import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../../kernel/contract.ts'
import { Activity } from '../../log/activity.contract.ts'
import { Verdict } from '../approvals/verdict.contract.ts'
import { Evidence, claim } from '../evidence/evidence.contract.ts'
import { Linked } from '../../links/links.contract.ts'
import { SpecRef } from '../../knowledge/specs/specs.contract.ts'
import { Markdown, MemberRef, MilestoneRef, ProjectRef, TaskRef, TeamRef, Title, totals } from '../../vocabulary.contract.ts'
import { Gate, GateKey } from '../workflows/gates.contract.ts'
import { WorkflowRef } from '../workflows/workflows.contract.ts'
import { Commit, Feature, FeatureHead, FeatureRef, Passage } from './feature.contract.ts'
import { components } from '../../components.contract.ts'

const Progress = z.union([z.object({ complete: z.int(), cancelled: z.int(), open: z.int() }), z.literal('not tracked: no task is linked')])
const Details = Feature.extend({
  requirements: z.array(Gate),
  authors: z.array(z.object({ user_id: Id, handle: z.string().nullable(), why: z.enum(['created', 'owner', 'commit', 'evidence']) })),
  evidence: z.array(Evidence),
  verdicts: z.array(Verdict),
  commits: z.array(z.object({ sha: z.string(), reported_by: Id.nullable(), agent_id: Id.nullable(), created_at: Timestamp })),
  tasks: z.array(Linked),
  task_progress: Progress,
  spec: Linked.nullable(),
  backlinks: z.array(Linked),
  history: z.array(Activity),
})

components({ FeatureDetails: Details })

const read = { realm: 'organization', permission: 'feature:read', effect: 'read' } as const
const change = { realm: 'organization', permission: 'feature:write', effect: 'change' } as const
const category = 'Skills & Workflows'
const ofProject = { slug: 'project' }
const inProject = { slug: 'project', id: 'feature' }
const one = { id: 'feature' }
const at = '/api/features/:id'
const below = '/api/projects/:slug/features/:id'
const request = { summary: Passage.optional(), recommendation: Passage.optional(), risks: Passage.optional() }
const links = { tasks: z.array(TaskRef).max(20).optional(), spec: SpecRef.optional(), spec_version: Version.optional() }

export const createFeature = contract({
  realm: 'organization',
  permission: 'feature:write',
  effect: 'create',
  summary: 'Create a feature; it starts at the first gate of its workflow',
  creates: { ref: 'feature', field: 'ref' },
  input: z.strictObject({
    project: ProjectRef,
    title: Title,
    description: Markdown.optional(),
    workflow: WorkflowRef.optional(),
    owner: MemberRef.optional(),
    milestone: MilestoneRef.nullish(),
    ...links,
  }),
  output: Feature,
  http: [
    { method: 'POST', path: '/api/projects/:slug/features', params: ofProject },
    { method: 'POST', path: '/api/features' },
  ],
  mcp: {
    tool: 'create_feature',
    category,
    title: 'Create a feature',
    description: 'Start a feature that passes gates with proof: spec, plan, build, review, ship.',
    concise: ['ref', 'status', 'gate', 'missing', 'version'],
  },
  // The built-in workflow asks for an approved spec.
  rehearsal: { after: 'createSpec', carry: { spec: 'ref' } },
})

export const listFeatures = contract({
  ...read,
  summary: 'List features with their gates and how much is missing',
  stale_after: ['feature.*', 'evidence.*', 'review.*', 'task.*', 'spec.*'],
  input: z.strictObject({
    project: ProjectRef.optional(),
    status: z.enum(['active', 'complete', 'cancelled']).optional(),
    gate: GateKey.optional(),
    milestone: MilestoneRef.optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(FeatureHead).extend(totals),
  http: [
    { method: 'GET', path: '/api/projects/:slug/features', params: ofProject },
    { method: 'GET', path: '/api/features' },
  ],
  mcp: {
    tool: 'list_features',
    category,
    title: 'List features',
    description: 'List features with status, gate, gates passed of how many, and how much is missing.',
    concise: ['ref', 'title', 'status', 'gate', 'passed', 'of', 'missing_count', 'proof', 'commit', 'updated_at'],
  },
})

export const listFeatureTasks = contract({
  ...read,
  summary: 'Which tasks of a project belong to which of its features',
  stale_after: ['feature.*'],
  input: z.strictObject({ project: ProjectRef }),
  output: z.object({ items: z.array(z.object({ feature_id: Id, ref: z.string(), title: z.string(), task_ids: z.array(Id) })) }),
  http: [{ method: 'GET', path: '/api/projects/:slug/feature-tasks', params: ofProject }],
})

export const listTeamFeatures = contract({
  ...read,
  summary: 'List the features of a team’s projects',
  stale_after: ['feature.*', 'evidence.*', 'review.*', 'task.*', 'spec.*', 'team.*', 'workspace.*', 'project.*'],
  input: z.strictObject({
    team: TeamRef,
    status: z.enum(['active', 'complete', 'cancelled']).optional(),
    limit: Limit,
    cursor: Cursor.optional(),
  }),
  output: page(FeatureHead),
  http: [{ method: 'GET', path: '/api/teams/:id/features', params: { id: 'team' } }],
  rehearsal: { input: { team: '$team_with_features' } },
})

export const getFeature = contract({
  ...read,
  summary: 'Get a feature with every gate, its evidence and what is missing',
  stale_after: ['feature.*', 'evidence.*', 'review.*', 'task.*', 'spec.*', 'note.*', 'decision.*'],
  input: z.strictObject({ project: ProjectRef.optional(), feature: FeatureRef }),
  output: Details,
  http: [
    { method: 'GET', path: at, params: one },
    { method: 'GET', path: below, params: inProject },
  ],
  mcp: {
    tool: 'get_feature',
    category,
    title: 'Read a feature',
    description: 'One feature (WEB-F3): gates, evidence, reviews and what is missing.',
    concise: [
      'ref',
      'title',
      'status',
      'workflow',
      'gate',
      'gates',
      'missing',
      'proof',
      'proof_covers',
      'commit',
      'description',
      'summary',
      'tasks',
      'task_progress',
      'spec',
      'version',
    ],
  },
})

export const updateFeature = contract({
  ...change,
  summary: 'Update a feature; other operations change its gate and status. Linking another spec version voids everything and starts over',
  input: z.strictObject({
    project: ProjectRef.optional(),
    feature: FeatureRef,
    title: Title.optional(),
    description: Markdown.optional(),
    owner: MemberRef.optional(),
    milestone: MilestoneRef.nullish(),
    ...links,
    spec: SpecRef.nullish(),
    ...request,
    version: Version.optional(),
  }),
  output: Feature,
  http: [
    { method: 'PATCH', path: at, params: one },
    { method: 'PUT', path: at, params: one },
    { method: 'PUT', path: below, params: inProject },
  ],
})

export const deleteFeature = contract({
  ...change,
  effect: 'delete',
  summary: 'Delete a feature; it can be restored',
  input: z.strictObject({ project: ProjectRef.optional(), feature: FeatureRef }),
  output: Feature,
  http: [
    { method: 'DELETE', path: at, params: one },
    { method: 'DELETE', path: below, params: inProject },
  ],
})

export const cancelFeature = contract({
  ...change,
  summary: 'Cancel a feature; it never counts as done',
  input: z.strictObject({ feature: FeatureRef, reason: Passage.optional() }),
  output: Feature,
  http: [{ method: 'POST', path: `${at}/cancel`, params: one }],
})

export const restoreFeature = contract({
  ...change,
  summary: 'Restore a deleted or cancelled feature at the gate where it was',
  input: z.strictObject({ feature: FeatureRef }),
  output: Feature,
  http: [{ method: 'POST', path: `${at}/restore`, params: one }],
  rehearsal: { after: 'deleteFeature', carry: { feature: 'id' } },
})

export const reportCommit = contract({
  ...change,
  effect: 'create',
  summary: 'Report the commit a feature is at; a new commit voids evidence for the old one and reopens gates passed with code',
  input: z.strictObject({ feature: FeatureRef, commit: Commit }),
  output: Feature,
  http: [{ method: 'POST', path: `${at}/commits`, params: one }],
})

export const advanceFeature = contract({
  ...change,
  summary: 'Move a feature past its gate, or get exactly what is missing',
  input: z.strictObject({
    feature: FeatureRef,
    gate: GateKey.optional(),
    commit: Commit.optional(),
    evidence: z.array(z.strictObject(claim)).max(10).optional(),
    spec: SpecRef.optional(),
    tasks: z.array(TaskRef).max(20).optional(),
    ...request,
  }),
  output: Feature,
  http: [{ method: 'POST', path: `${at}/advance`, params: one }],
  mcp: {
    tool: 'advance_feature',
    category,
    title: 'Advance a feature',
    description:
      'Link spec and tasks, report commit and evidence, then pass the gate or learn what is missing; summary, recommendation and risks are for approvers.',
    concise: ['ref', 'status', 'gate', 'missing', 'proof', 'commit', 'version'],
  },
  // Linking another spec voids earlier evidence, so the evidence is sent along.
  rehearsal: {
    after: 'addEvidence',
    carry: { feature: 'feature_id' },
    input: { gate: 'spec', evidence: [{ check: 'spec', outcome: 'pass', note: 'Agreed on in the planning call' }] },
  },
})
