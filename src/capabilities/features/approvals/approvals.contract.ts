import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../../kernel/contract.ts'
import { Evidence } from '../evidence/evidence.contract.ts'
import { Commit, Feature, FeatureHead, FeatureRef } from '../features/feature.contract.ts'
import { Linked } from '../../links/links.contract.ts'
import { Markdown, Moment, ProjectRef } from '../../vocabulary.contract.ts'
import { GateKey } from '../workflows/gates.contract.ts'
import { Verdict } from './verdict.contract.ts'
import { components } from '../../components.contract.ts'

const write = { realm: 'organization', permission: 'feature:write' } as const
const person = { ...write, needs_person: true } as const
const one = { id: 'feature' }
const Words = Markdown.max(2000)
const waiting = { feature: '$feature_to_approve', commit: 'a'.repeat(40) }

export const submitReview = contract({
  ...write,
  summary: 'Review a feature at its gate; an author’s own review is kept but does not count',
  effect: 'create',
  input: z.strictObject({
    feature: FeatureRef,
    verdict: z.enum(['approve', 'request_changes']),
    words: Words.optional(),
    commit: Commit.optional(),
    gate: GateKey.optional(),
  }),
  output: z.object({ review: Verdict, counts: z.boolean(), why_not: z.string().nullable(), feature: Feature }),
  http: [{ method: 'POST', path: '/api/features/:id/reviews', params: one }],
  mcp: {
    tool: 'submit_review',
    category: 'Skills & Workflows',
    title: 'Review a feature',
    description: 'Review somebody else’s feature at its gate; commit is the one you looked at.',
    concise: ['counts', 'why_not', 'feature.ref', 'feature.gate', 'feature.missing'],
  },
})

export const approveFeature = contract({
  ...person,
  summary: 'Approve a feature that waits for a person; it must still be advanced',
  effect: 'create',
  input: z.strictObject({ feature: FeatureRef, commit: Commit.optional(), words: Words.optional(), gate: GateKey.optional() }),
  output: z.object({ approval: Verdict, feature: Feature }),
  http: [{ method: 'POST', path: '/api/features/:id/approvals', params: one }],
  rehearsal: { input: waiting },
})

export const sendBackFeature = contract({
  ...person,
  summary: 'Send a feature back to an earlier gate, saying why; what counted from there on is voided',
  effect: 'change',
  input: z.strictObject({ feature: FeatureRef, words: Words.min(1), to: GateKey.optional(), gate: GateKey.optional() }),
  output: Feature,
  http: [{ method: 'POST', path: '/api/features/:id/send-back', params: one }],
})

export const snoozeApproval = contract({
  ...person,
  summary: 'Hide an approval from your own list until a given time; a time in the past shows it again',
  effect: 'change',
  input: z.strictObject({ feature: FeatureRef, until: Moment }),
  output: z.object({ feature_id: Id, until: Timestamp }),
  http: [{ method: 'POST', path: '/api/features/:id/snooze', params: one }],
})

export const listApprovals = contract({
  summary: 'What waits for your approval, with what you need to decide',
  realm: 'organization',
  permission: 'feature:read',
  effect: 'read',
  stale_after: ['feature.*', 'evidence.*', 'review.*', 'feature_settings.*', 'member.added', 'member.removed'],
  input: z.strictObject({ project: ProjectRef.optional(), snoozed: z.boolean().default(false), limit: Limit, cursor: Cursor.optional() }),
  output: page(
    z.object({
      feature: FeatureHead,
      gate: z.string(),
      summary: z.string(),
      recommendation: z.string(),
      risks: z.string(),
      evidence: z.array(Evidence),
      verdicts: z.array(Verdict),
      tasks: z.array(Linked),
      spec: Linked.nullable(),
      self_approval: z.boolean(),
      snoozed_until: Timestamp.nullable(),
    }),
  ),
  http: [{ method: 'GET', path: '/api/approvals' }],
  rehearsal: { input: { project: '$project_to_approve_in' } },
})

const Settings = z.object({
  allow_self_approval: z.boolean(),
  updated_by: Id.nullable(),
  updated_at: Timestamp.nullable(),
  version: z.int(),
})

components({ ApprovalSettings: Settings })

export const getFeatureSettings = contract({
  summary: 'Whether the only person in an organization can approve their own work',
  realm: 'organization',
  permission: 'feature:read',
  effect: 'read',
  stale_after: ['feature_settings.*'],
  input: z.strictObject({}),
  output: Settings,
  http: [{ method: 'GET', path: '/api/feature-settings' }],
})

export const updateFeatureSettings = contract({
  summary: 'Set whether the only person in an organization can approve their own work',
  realm: 'organization',
  permission: 'feature:own',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ allow_self_approval: z.boolean(), version: Version.optional() }),
  output: Settings,
  http: [
    { method: 'PUT', path: '/api/feature-settings' },
    { method: 'PATCH', path: '/api/feature-settings' },
  ],
})
