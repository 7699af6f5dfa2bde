import { z } from 'zod'
import { Id } from '../../../kernel/contract.ts'
import { Name } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

/** What a piece of evidence is worth, from a bare claim to a result of the CI server. */
export const Rank = z.enum(['claimed', 'reported', 'observed', 'ci'])

// Names of checks and gates appear in refusals, so they are words and never sentences.
const word = /^[a-z0-9]+([-_.:/][a-z0-9]+)*$/
export const CheckName = z.string().min(1).max(60).regex(word, 'must be lowercase words such as unit-tests')
export const GateKey = z.string().min(1).max(40).regex(word, 'must be lowercase words such as code-review')

/** What a gate can require of the feature itself: a linked spec, an approved spec, no open linked tasks. */
export const Condition = z.enum(['spec_linked', 'spec_approved', 'tasks_closed'])

const head = {
  key: GateKey,
  name: Name,
  /** Passed before there is a commit; records for it are bound to the linked spec version. */
  before_code: z.boolean().default(false),
  /** Absent in gates stored before conditions existed. */
  requires: z.array(Condition).max(3).optional(),
}
const Count = z.int().min(1).max(10).default(1)
const Workflow = z
  .string()
  .max(200)
  .regex(/^\.github\/workflows\/[\w. -]+\.ya?ml$/, 'must be a workflow file such as .github/workflows/ci.yml')
/** A program and its arguments, run without a shell. */
export const Argv = z
  .array(
    z
      .string()
      .max(1000)
      .regex(/^[^\p{Cs}\0]*$/u, 'must be text'),
  )
  .min(1)
  .max(100)
/**
 * `workflow`: the only file whose results count as `ci` here; without it any workflow of the default branch does.
 * `command`: the only one whose receipts count as `observed` here; without it none do.
 */
const Check = z.strictObject({
  check: CheckName,
  rank: Rank.default('reported'),
  workflow: Workflow.optional(),
  command: Argv.optional(),
})
const member = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w-]+$/, 'must be a handle or id')

const EvidenceGate = z.strictObject({ ...head, kind: z.literal('evidence'), checks: z.array(Check).min(1).max(10) })
const ReviewGate = z.strictObject({
  ...head,
  kind: z.literal('review'),
  reviews: Count,
  by: z.enum(['anyone', 'person']).default('anyone'),
})
const approval = { ...head, kind: z.literal('approval'), approvals: Count }
const roles = z
  .array(z.enum(['owner', 'admin', 'member']))
  .max(3)
  .default([])
const ApprovalGate = z.strictObject({ ...approval, approvers: z.array(member).max(20).default([]), roles })

export const GatesInput = z
  .array(z.discriminatedUnion('kind', [EvidenceGate, ReviewGate, ApprovalGate]))
  .min(1)
  .max(20)

export const Gate = z.discriminatedUnion('kind', [EvidenceGate, ReviewGate, z.strictObject({ ...approval, approvers: z.array(Id), roles })])

components({ EvidenceRank: Rank, GateCondition: Condition, Gate })
