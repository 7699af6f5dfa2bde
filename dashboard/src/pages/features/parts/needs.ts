import {
  atLeast,
  either,
  ranks,
  spoken,
  type Condition,
  type Evidence,
  type Feature,
  type Gate,
  type Missing,
  type Rank,
  type Verdict,
} from './words.ts'
import { lineOf } from '../workflows/command-words.ts'
import { voidedWords } from './voided.ts'

/** One requirement of a gate, and its state. */
export interface Need {
  key: string
  kind: 'commit' | 'condition' | 'check' | 'review' | 'approval'
  title: string
  met: boolean
  failing: boolean
  /** What is missing is a person's decision. */
  byPerson: boolean
  about: string
  /** The required and the actual rank. */
  needs?: Rank
  has?: Rank
  /** The evidence or verdict that it is based on. */
  shown?: Evidence
  given?: Verdict
}

const supplier: Record<Rank, string> = {
  claimed: 'Any contributor can add it.',
  reported: 'Needs an exit code, a log or a link.',
  observed: 'A person who logged in within the last 10 minutes must confirm it.',
  ci: 'CI reports it with its own key.',
}

const sentence = (text: string): string => (text ? `${text}. ` : '')

/** All requirements of a gate, missing ones first. */
export function needsOf(feature: Feature, gate: Gate): Need[] {
  const lacking = feature.missing.filter((one) => one.gate === gate.key)
  const place = feature.requirements.indexOf(gate)
  const current = feature.requirements.findIndex(({ key }) => key === feature.gate)
  const ahead = feature.status !== 'complete' && current >= 0 && place > current
  const needs = gate.kind === 'evidence' ? checks(feature, gate, lacking, ahead) : [decision(feature, gate, lacking, ahead)]
  const commit = gate.before_code || feature.commit ? [] : [noCommit()]
  return [...commit, ...conditions(gate, lacking, ahead), ...needs].toSorted(
    (a, b) => Number(a.met) - Number(b.met) || Number(b.byPerson) - Number(a.byPerson),
  )
}

const noCommit = (): Need => ({
  key: 'commit',
  kind: 'commit',
  title: 'Commit',
  met: false,
  failing: false,
  byPerson: false,
  about: 'The builder reports the current commit.',
})

const conditionWords: Record<Condition, { title: string; need: Missing['need']; about: string }> = {
  spec_linked: { title: 'Linked spec', need: 'spec', about: 'Link the spec under Spec.' },
  spec_approved: { title: 'Approved spec', need: 'spec', about: 'Link the spec under Spec.' },
  tasks_closed: { title: 'Linked tasks closed', need: 'tasks', about: '' },
}

function conditions(gate: Gate, lacking: readonly Missing[], ahead: boolean): Need[] {
  return (gate.requires ?? []).map((condition) => {
    const { title, need, about } = conditionWords[condition]
    const lack = lacking.find((one) => one.need === need)
    const open =
      need === 'tasks' && lack
        ? `${lack.count} ${lack.count === 1 ? 'is' : 'are'} open. Complete, cancel or unlink ${lack.count === 1 ? 'it' : 'them'}.`
        : ''
    const status = lack?.has ? `Linked spec status: ${lack.has}. Approve it once it’s agreed on.` : about
    const missing = open || (lack ? `Missing. ${status}` : '')
    return {
      key: condition,
      kind: 'condition',
      title,
      met: !ahead && !lack,
      failing: false,
      byPerson: false,
      about: ahead ? conditionLater[condition] : missing || 'Met.',
    }
  })
}

const conditionLater: Record<Condition, string> = {
  spec_linked: 'Requires a linked spec.',
  spec_approved: 'Requires an approved spec.',
  tasks_closed: 'Requires all linked tasks to be closed.',
}

function checks(feature: Feature, gate: Extract<Gate, { kind: 'evidence' }>, lacking: readonly Missing[], ahead: boolean): Need[] {
  return gate.checks.map(({ check, rank, command }) => {
    const results = feature.evidence.filter((one) => one.check === check)
    const live = results.filter((one) => !one.voided_at)
    const passes = live.filter((one) => one.outcome === 'pass').toSorted((a, b) => ranks[b.rank].step - ranks[a.rank].step)
    const lack = lacking.find((one) => one.check === check)
    const met = ahead ? passes[0] !== undefined && atLeast(passes[0].rank, rank) : !lack
    const failing = lack?.has === 'failing'
    const shown = failing ? live.find((one) => one.outcome === 'fail') : (passes[0] ?? live[0])
    const gone = results.find((one) => one.voided_at)
    const why = shown ? shown.note || result(shown) : gone ? sentence(voidedWords(gone, feature)) : ''
    return {
      key: check,
      kind: 'check',
      title: spoken(check),
      met,
      failing,
      byPerson: false,
      about: met
        ? why || 'Met.'
        : `${failing ? 'Last result failed. ' : shown ? '' : 'Missing. '}${why}${why && !why.endsWith(' ') ? ' ' : ''}${command && rank === 'observed' ? `Run on a paired machine: ${receiptLine(feature, gate, command)}` : supplier[rank]}`,
      needs: rank,
      ...(shown && { shown, has: shown.rank }),
    }
  })
}

const receiptLine = ({ ref }: Feature, { key }: Gate, command: readonly string[]): string =>
  `baton run --feature ${ref} --gate ${key} -- ${lineOf(command)}`

const result = ({ exit_code, outcome }: Evidence): string =>
  exit_code === null ? (outcome === 'pass' ? 'Passed.' : 'Failed.') : `Exit code ${exit_code}.`

function decision(feature: Feature, gate: Exclude<Gate, { kind: 'evidence' }>, lacking: readonly Missing[], ahead: boolean): Need {
  const kind = gate.kind
  const wanted = gate.kind === 'review' ? gate.reviews : gate.approvals
  const said = feature.verdicts.filter((one) => one.kind === kind && one.gate === gate.key)
  const gone = said.find((one) => one.voided_at && one.verdict === 'approve')
  const given = said.find((one) => !one.voided_at && one.verdict === 'approve')
  const lack = lacking.find((one) => one.need === kind)
  const changes = lacking.some((one) => one.need === 'changes')
  const met = !ahead && !lack && !changes
  const have = Number(lack?.has ?? (met ? wanted : 0))
  const who = gate.kind === 'review' ? reviewers(gate) : approvers(gate)
  const words = changes
    ? 'Changes requested. Add a new commit or review to resolve.'
    : `${ahead ? '' : 'Missing. '}${gone ? sentence(voidedWords(gone, feature)) : ''}${who}`
  const title = gate.kind === 'approval' ? 'Approval by a person' : gate.by === 'person' ? 'Review by a person' : 'Review'
  return {
    key: kind,
    kind,
    title: wanted > 1 ? `${title}, ${have} of ${wanted}` : title,
    met,
    failing: changes,
    byPerson: gate.kind === 'approval' || gate.by === 'person',
    about: met ? 'Done.' : words,
    ...(given && { given }),
  }
}

const reviewers = (gate: Extract<Gate, { kind: 'review' }>): string =>
  gate.by === 'person' ? 'Needs a review by a person who isn’t an author.' : 'Needs a review by a member or agent who isn’t an author.'

function approvers(gate: Extract<Gate, { kind: 'approval' }>): string {
  const roles = gate.roles.map((role) => `${role}s`)
  const named = gate.approvers.length > 0 ? ['the gate’s approvers'] : []
  const who = [...roles, ...named]
  return who.length > 0
    ? `Only ${either(who, 'and')} can approve, logged in as themselves.`
    : 'Needs approval by a person who isn’t an author.'
}

/** "2 checks", "1 review", "1 approval": what an upcoming gate will ask for. */
export function asksFor(gate: Gate): string {
  if (gate.kind === 'evidence') return gate.checks.length === 1 ? '1 check' : `${gate.checks.length} checks`
  if (gate.kind === 'review') return gate.reviews === 1 ? '1 review' : `${gate.reviews} reviews`
  return gate.approvals === 1 ? '1 approval' : `${gate.approvals} approvals`
}
