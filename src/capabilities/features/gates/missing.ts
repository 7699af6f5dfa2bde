import type { z } from 'zod'
import { aloneAdvice, type SelfApproval } from '../approvals/self-approval.ts'
import type { LiveVerdict } from '../approvals/verdict-row.ts'
import type { LiveEvidence } from '../evidence/evidence-row.ts'
import { checkResult } from '../evidence/check-result.ts'
import type { FeatureRow } from '../features/feature-row.ts'
import type { Missing as MissingSchema } from '../features/feature.contract.ts'
import { atLeast, type Condition, type Gate, type Rank } from '../workflows/gate.ts'

export type Missing = z.output<typeof MissingSchema>

/** Everything that counts for one feature at this moment. */
export interface Records {
  evidence: LiveEvidence[]
  verdicts: LiveVerdict[]
  authors: ReadonlySet<string>
  /** Whether authors may decide on their own work here. */
  selfApproval: SelfApproval
  /** The linked spec, unless it was deleted. */
  spec: { ref: string; status: string } | null
  /** Refs of linked tasks that are neither complete nor cancelled. */
  openTasks: string[]
}

type Of<Kind extends Gate['kind']> = Extract<Gate, { kind: Kind }>

/** What this gate still lacks. */
export function missingAt(gate: Gate, feature: Pick<FeatureRow, 'commit'>, records: Records): Missing[] {
  const unmet = (gate.requires ?? []).flatMap((condition) => unmetCondition[condition](gate, records))
  const none = [...(!gate.before_code && feature.commit === null ? [noCommit(gate)] : []), ...unmet]
  if (gate.kind === 'evidence') return [...none, ...missingChecks(gate, records)]
  return [...none, ...(gate.kind === 'review' ? missingReviews(gate, records) : missingApprovals(gate, records))]
}

const lack = (need: Missing['need'], { key }: Gate, message: string, more: Partial<Missing> = {}): Missing => ({
  need,
  gate: key,
  check: null,
  rank: null,
  has: null,
  count: 1,
  message,
  ...more,
})

const counted = (count: number, one: string, several: string): string => `${count} ${count === 1 ? one : several}`

const noCommit = (gate: Gate): Missing =>
  lack('commit', gate, 'No commit has been reported. Report the one you built: {advanceFeature with commit|reportCommit}.')

const noSpec = (gate: Gate): Missing =>
  lack('spec', gate, 'No spec is linked. Link the one this is built from: {advanceFeature with spec|updateFeature}.')

const maxTasksNamed = 5

const unmetCondition: Record<Condition, (gate: Gate, records: Records) => Missing[]> = {
  spec_linked: (gate, { spec }) => (spec ? [] : [noSpec(gate)]),
  spec_approved: (gate, { spec }) => {
    if (!spec) return [noSpec(gate)]
    if (spec.status === 'approved') return []
    const how = 'Once it is agreed, set it to approved: {updateSpec with status}.'
    return [lack('spec', gate, `The linked spec ${spec.ref} is \`${spec.status}\`, not approved. ${how}`, { has: spec.status })]
  },
  tasks_closed: (gate, { openTasks }) => {
    if (openTasks.length === 0) return []
    const named = openTasks.slice(0, maxTasksNamed).join(', ')
    const more = openTasks.length > maxTasksNamed ? ` and ${openTasks.length - maxTasksNamed} more` : ''
    const how = 'Complete or cancel them, or unlink what does not belong: {advanceFeature with tasks|updateFeature}.'
    return [
      lack('tasks', gate, `${counted(openTasks.length, 'linked task is', 'linked tasks are')} open: ${named}${more}. ${how}`, {
        count: openTasks.length,
      }),
    ]
  },
}

const supplier: Record<Rank, string> = {
  claimed: 'Anyone working on it can say so in a note: {advanceFeature with evidence|addEvidence}.',
  reported: 'Anyone working on it can attach a log or url: {advanceFeature with evidence|addEvidence}.',
  observed:
    'A person who has just logged in can say what they saw: {addEvidence}. Where the gate pins a command, a receipt of a paired machine shows it: `baton run`.',
  ci: 'CI must report it: by a check run of the connected repository, by the job’s own token, or, where no repository is connected, with an API key that has the scope ci:write ({reportCheck}).',
}

function missingChecks(gate: Of<'evidence'>, { evidence }: Records): Missing[] {
  return gate.checks.flatMap(({ check, rank, workflow }) => {
    const { best, failing } = checkResult(evidence.filter((one) => one.check === check).map((one) => seenBy(workflow, one)))
    if (best && atLeast(best, rank)) return []
    const has = failing ? 'failing' : best
    const of = workflow ? ` of ${workflow}` : ''
    const state = failing ? 'fails' : best ? `has a result that is only \`${best}\`` : 'has no result yet'
    return [
      lack('evidence', gate, `The check \`${check}\` ${state}; this gate needs one${of} that is at least \`${rank}\`. ${supplier[rank]}`, {
        check,
        rank,
        has,
      }),
    ]
  })
}

/** If a gate names a workflow file, a CI result from any other counts as `reported` and no more. */
const seenBy = (workflow: string | undefined, one: LiveEvidence): LiveEvidence =>
  workflow && one.rank === 'ci' && one.workflow_path !== workflow ? { ...one, rank: 'reported' } : one

function missingReviews(gate: Of<'review'>, records: Records): Missing[] {
  const said = decisions(records, (one) => one.kind === 'review' && one.gate === gate.key && (gate.by === 'anyone' || one.by_person))
  const approving = said.filter((one) => one.verdict === 'approve').length
  const against = said.filter((one) => one.verdict === 'request_changes').length
  const who = gate.by === 'person' ? 'A person who has just logged in and' : 'A member, or the agent of one, who'
  const how = aloneAdvice[records.selfApproval] || `${who} is not among the authors can review it: {submitReview}.`
  const few = gate.reviews - approving
  return [
    ...(against > 0
      ? [
          lack(
            'changes',
            gate,
            `${counted(against, 'reviewer asks', 'reviewers ask')} for changes. A new commit, or a new review by them, answers that.`,
            {
              count: against,
            },
          ),
        ]
      : []),
    ...(few > 0
      ? [
          lack('review', gate, `${counted(few, 'more approving review is', 'more approving reviews are')} needed. ${how}`, {
            count: few,
            has: String(approving),
          }),
        ]
      : []),
  ]
}

function missingApprovals(gate: Of<'approval'>, records: Records): Missing[] {
  const given = decisions(
    records,
    (one) => one.kind === 'approval' && one.gate === gate.key && one.by_person && one.verdict === 'approve',
  ).length
  const few = gate.approvals - given
  if (few <= 0) return []
  const who =
    gate.approvers.length + gate.roles.length > 0
      ? 'One of the approvers named by the gate'
      : 'A member of the organization who is not among the authors'
  const how =
    aloneAdvice[records.selfApproval] ||
    `${who}, as a person who has just logged in, can give it: {approveFeature}. No key, token or agent can.`
  return [
    lack('approval', gate, `${counted(few, 'more approval is', 'more approvals are')} needed. ${how}`, { count: few, has: String(given) }),
  ]
}

/** One vote per user: the last, but what a person said themselves outweighs what their agents say. Authors have none. */
function decisions({ verdicts, authors, selfApproval }: Records, fits: (one: LiveVerdict) => boolean): LiveVerdict[] {
  const voices = new Map<string, LiveVerdict>()
  for (const one of verdicts.filter(fits)) {
    const own = authors.has(one.user_id) || (one.agent_owner_id !== null && authors.has(one.agent_owner_id))
    if (own && !(one.self_approved && selfApproval === 'allowed')) continue
    const before = voices.get(one.user_id)
    if (before?.by_person && !one.by_person) continue
    voices.set(one.user_id, one)
  }
  return [...voices.values()]
}
