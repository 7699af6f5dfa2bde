import { z } from 'zod'
import { Id, Timestamp, ref } from '../../../kernel/contract.ts'
import { Markdown, proven, stamps } from '../../vocabulary.contract.ts'
import { GateKey, Rank } from '../workflows/gates.contract.ts'
import { components } from '../../components.contract.ts'

export const FeatureRef = ref(
  'feature',
  z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\w-]+$/, 'must be a ref such as WEB-F3, or an id'),
)

/** A full commit id: a short one could match another commit later. */
export const Commit = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, 'must be a full commit id in lowercase hex')

export const Passage = Markdown.max(4000)

/** What a feature still needs for the next gate; `message` says who can supply it and how. */
export const Missing = z.object({
  need: z.enum(['commit', 'evidence', 'review', 'changes', 'approval', 'spec', 'tasks']),
  gate: GateKey,
  check: z.string().nullable(),
  rank: Rank.nullable(),
  /** What there is instead: the best rank so far, `failing`, the status of the spec, or nothing. */
  has: z.string().nullable(),
  count: z.int(),
  message: z.string(),
})

export const GateProgress = z.object({
  key: z.string(),
  /** `withdrawn`: it was passed, but what it rested on no longer holds. */
  state: z.enum(['passed', 'withdrawn', 'current', 'pending', 'cancelled']),
})

/** A feature as a list shows it. */
export const FeatureHead = z.object({
  id: Id,
  ref: z.string(),
  project_id: Id,
  title: z.string(),
  status: z.enum(['active', 'complete', 'cancelled']),
  workflow: z.string(),
  gate: z.string().nullable(),
  gates: z.array(GateProgress),
  /** How many gates hold, out of how many. */
  passed: z.int(),
  of: z.int(),
  missing_count: z.int(),
  commit: z.string().nullable(),
  ...proven,
  owner_id: Id,
  milestone_id: Id.nullable(),
  deleted_at: Timestamp.nullable(),
  ...stamps,
})

export const Feature = FeatureHead.extend({
  description: z.string(),
  spec_id: Id.nullable(),
  spec_version: z.int().nullable(),
  summary: z.string(),
  recommendation: z.string(),
  risks: z.string(),
  created_by: Id,
  created_by_agent_id: Id.nullable(),
  completed_at: Timestamp.nullable(),
  cancelled_at: Timestamp.nullable(),
  missing: z.array(Missing),
})

components({ MissingCondition: Missing, GateProgress, FeatureSummary: FeatureHead, Feature })
