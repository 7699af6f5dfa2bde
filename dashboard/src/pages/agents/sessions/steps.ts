import type { Output } from '@baton/client'

type Call = Output<'listSessionCalls'>['calls'][number]
type Checkpoint = Output<'listCheckpoints'>['items'][number]
type Activity = Output<'listActivities'>['items'][number]

export type StepKind = 'read' | 'edit' | 'mark' | 'knowledge'

/** One thing that happened in a session: a call with its effects, or what is known without a call. */
export interface Step {
  id: string
  at: string
  tool: string
  kind: StepKind
  ok: boolean
  /** The outcome, in the words of the log or of the agent. */
  result: string | null
  milliseconds: number | null
  tokens: number | null
  cost: number | null
  checkpoint: Checkpoint | null
  recalled: Call['recalled']
  subject: { type: string; id: string } | null
  /** What it created or changed, if that has a page. */
  stored: Stored | null
}

export interface Stored {
  kind: string
  id: string
  ref: string | null
  title: string | null
}

const shown = new Set(['task', 'story', 'epic', 'feature', 'spec', 'decision', 'note', 'memory', 'skill'])
const storedIn = (lines: readonly Activity[]): Stored | null =>
  lines.map(({ subject }) => subject).find((subject) => subject !== null && shown.has(subject.kind)) ?? null

const marks = new Set(['create_session', 'resume_session', 'checkpoint_session', 'end_session', 'claim_task', 'complete_task'])

export function kindOf(tool: string): StepKind {
  if (/memor|decision/.test(tool)) return 'knowledge'
  if (marks.has(tool) || tool.startsWith('agent_session.')) return 'mark'
  return /^(get|list|search)_/.test(tool) ? 'read' : 'edit'
}

/** A step that changed nothing and recalled nothing; such steps are folded. */
export const isQuiet = (step: Step): boolean => step.ok && step.kind === 'read'

/** The type of an entry that a caller logged can look like that of a system event, but it isn't one. */
const typeOf = ({ type, logged }: Activity): string => (logged ? 'activity.logged' : type)

/** Events are written during their call: allow some slack before it, and next to none after, since the next call may be that close. */
const slack = 30
const rounding = 1

/** Calls, joined with the log entries and checkpoints of the same moment. Oldest first. */
export function stepsOf(calls: readonly Call[], checkpoints: readonly Checkpoint[], activities: readonly Activity[]): Step[] {
  const events = new Set(activities)
  const marked = new Set(checkpoints)
  const take = <T>(from: Set<T>, time: (one: T) => string, call: Call): T[] => {
    const end = Date.parse(call.at)
    const found = [...from].filter((one) => {
      const at = Date.parse(time(one))
      return at >= end - call.milliseconds - slack && at <= end + rounding
    })
    for (const one of found) from.delete(one)
    return found
  }
  const called = calls.toReversed().map((call): Step => {
    // A refused call did nothing: an event at that moment belongs to something else.
    const all = call.ok ? take(events, ({ at }) => at, call) : []
    // One call may be logged twice: as the action, and as the fields it changed.
    const plain = all.filter((one) => !typeOf(one).endsWith('.updated'))
    const told = plain.length > 0 ? plain : all
    const [checkpoint = null] = call.tool === 'checkpoint_session' ? take(marked, ({ created_at }) => created_at, call) : []
    const subject = told.find(({ subject_id }) => subject_id !== null)
    return {
      id: call.id,
      at: call.at,
      tool: call.tool,
      kind: kindOf(call.tool),
      ok: call.ok,
      result: call.error ?? checkpoint?.progress ?? (told.length > 0 ? told.map(({ summary }) => summary).join('. ') : null),
      milliseconds: call.milliseconds,
      tokens: call.tokens_returned,
      cost: checkpoint?.cost ?? null,
      checkpoint,
      recalled: call.recalled,
      subject: subject?.subject_id ? { type: typeOf(subject), id: subject.subject_id } : null,
      stored: storedIn(told),
    }
  })
  const blank = { ok: true, milliseconds: null, tokens: null, recalled: [] as Call['recalled'] }
  const otherMarks = [...marked].map((checkpoint): Step => ({
    ...blank,
    id: `checkpoint ${checkpoint.number}`,
    at: checkpoint.created_at,
    tool: 'checkpoint_session',
    kind: 'mark',
    result: checkpoint.progress,
    cost: checkpoint.cost,
    checkpoint,
    subject: null,
    stored: null,
  }))
  const checkpointed = [...events].filter((one) => typeOf(one) !== 'agent_session.checkpointed')
  const otherEvents = checkpointed.map((event): Step => ({
    ...blank,
    id: `event ${event.seq}`,
    at: event.at,
    tool: typeOf(event),
    kind: kindOf(typeOf(event)),
    result: event.summary,
    cost: null,
    checkpoint: null,
    subject: event.subject_id ? { type: typeOf(event), id: event.subject_id } : null,
    stored: storedIn([event]),
  }))
  return [...called, ...otherMarks, ...otherEvents].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
