import type { Baton } from '../../../harness/baton.ts'
import type { Call, Window } from './window.ts'

/** One stored state of a task, by version. */
interface State {
  key: string
  version: number
  status: string
  holder: string | null
  fence: string | null
  until: number
  at: number
}

/** Records every state of every task in a trigger, bypassing all code under test. */
export async function installMonitor({ look }: Baton): Promise<void> {
  await look(
    `create table lease_history (key text, version integer, status text, holder text, fence text, until timestamptz, at timestamptz)`,
  )
  await look(`create function keep_lease_history() returns trigger language plpgsql security definer as $$ begin
    insert into public.lease_history values (new.key, new.version, new.status, new.lease_holder, new.fence, new.lease_until, clock_timestamp());
    return null; end $$`)
  await look('create trigger lease_history after insert or update on work_items for each row execute function keep_lease_history()')
}

export interface Findings {
  claims: number
  completions: number
  losses: number
  told: number
  refused: number
  unclear: number
}

const slack = 3

/** Compares the answers with the stored states; throws if they contradict each other. */
export async function judge(baton: Baton, tasks: readonly string[], calls: readonly Call[]): Promise<Findings> {
  const rows = await baton.look<{ until: Date | null; at: Date } & Omit<State, 'until' | 'at'>>(
    // Closes tasks that are still open: the next run has its own.
    `with kept as (delete from lease_history where key = any($1) returning *), closed as (update work_items set status = 'cancelled',
       lease_holder = null, lease_until = null where key = any($1)) select * from kept`,
    [tasks],
  )
  const history = new Map<string, Map<number, State>>()
  // A warning updates the row without a new version; what counts is when a version first appeared.
  for (const row of rows.toSorted((one, other) => other.at.getTime() - one.at.getTime())) {
    const states = history.get(row.key) ?? new Map<number, State>()
    history.set(row.key, states.set(row.version, { ...row, until: row.until?.getTime() ?? 0, at: row.at.getTime() }))
  }
  const owners = ownersOf(calls)
  const findings = { claims: 0, completions: 0, losses: 0, told: 0, refused: calls.filter(({ ok }) => !ok).length, unclear: 0 }
  for (const call of calls) if (call.ok && call.window) judgeWrite(call, call.window, history, owners, findings, calls)
  for (const states of history.values()) judgeLosses(states, calls, owners, findings)
  return findings
}

/** The window that received each fence; a fence may go to only one, whoever asked and however often. */
function ownersOf(calls: readonly Call[]): Map<string, Window> {
  const owners = new Map<string, Window>()
  const give = (fence: string | undefined, window: Window) => {
    if (fence === undefined) return
    const owner = owners.get(fence) ?? window
    if (owner !== window) throw new Error(`two holders: ${owner.name} and ${window.name} were given one fence`)
    owners.set(fence, window)
  }
  for (const { ok, window, tool, answer } of calls) {
    if (!ok || !window) continue
    if (tool === 'claim_task') give(answer.lease?.fence, window)
    if (tool === 'resume_session') for (const { fence } of answer.leases ?? []) give(fence, window)
  }
  return owners
}

function judgeWrite(
  call: Call,
  window: Window,
  history: ReadonlyMap<string, Map<number, State>>,
  owners: ReadonlyMap<string, Window>,
  findings: Findings,
  calls: readonly Call[],
) {
  const { tool, args, answer } = call
  if (tool === 'claim_task' && !args['action']) findings.claims++
  const completes = tool === 'complete_task' || (tool === 'update_task' && args['status'] === 'complete')
  const item = tool === 'claim_task' ? answer.task : answer
  const states = history.get(item?.key)
  const [before, after] = [states?.get(item?.version - 1), states?.get(item?.version)]
  if (completes) judgeCompletion(firstOf(call, calls), window, before, after, owners, findings)
  const fence = args['fence'] as string | undefined
  if (completes || fence === undefined || !before || (tool !== 'update_task' && tool !== 'claim_task')) return
  if (owners.get(fence) !== window) throw new Error(`${window.name} got past a lease by a fence that was not its own`)
  // A write that changes nothing doesn't increment the version.
  if (before.fence !== fence && after?.fence !== fence) throw new Error(`${window.name} wrote with a fence that was not current`)
}

/** A window that lost the answer repeats the call and gets the same answer, possibly after the lease has ended: the first call counts. */
const firstOf = (call: Call, calls: readonly Call[]): Call =>
  calls.find(
    ({ ok, window, args, answer }) =>
      ok && window === call.window && answer?.version === call.answer?.version && JSON.stringify(args) === JSON.stringify(call.args),
  ) ?? call

function judgeCompletion(
  call: Call,
  window: Window,
  before: State | undefined,
  after: State | undefined,
  owners: ReadonlyMap<string, Window>,
  findings: Findings,
) {
  findings.completions++
  const { args, clockFrom, clockTo } = call
  const fence = args['fence'] as string | undefined
  if (after?.status !== 'complete')
    throw new Error(
      `${window.name} was told that ${String(args['task'])} is complete, and it is not: ${JSON.stringify({ args, answer: call.answer?.version, status: call.answer?.status, before, after })}`,
    )
  if (fence !== undefined) {
    if (owners.get(fence) !== window) throw new Error(`${window.name} completed with the fence of ${owners.get(fence)?.name}`)
    if (before?.fence !== fence) throw new Error(`${window.name} completed ${String(args['task'])} without holding it`)
    if (before.until <= clockFrom) throw new Error(`${window.name} completed after its lease had run out`)
    // A window that is recognized needs no fence for what it holds.
  } else if (before?.holder && before.until > clockTo && owners.get(before.fence ?? '') !== window) {
    throw new Error(`${window.name} completed what ${before.holder} held`)
  }
}

const lossKinds = new Set(['lease_expired', 'lease_overridden', 'lease_released', 'lease_taken_over', 'fence_renewed'])
const lettingGo = new Set(['complete_task', 'claim_task', 'end_session', 'update_task', 'resume_session'])

/** A window whose fence became invalid must be told with its next result that can be attributed to it. */
function judgeLosses(states: ReadonlyMap<number, State>, calls: readonly Call[], owners: ReadonlyMap<string, Window>, findings: Findings) {
  for (const before of states.values()) {
    const after = states.get(before.version + 1)
    const owner = before.fence === null || before.status === 'complete' ? undefined : owners.get(before.fence)
    if (!owner || !after || after.fence === before.fence) continue
    const during = calls.filter(({ from, to }) => from - slack <= after.at && to + slack >= after.at)
    // The window did or may have done this itself.
    if (during.some(({ window, ok, tool }) => window === owner && ok && lettingGo.has(tool))) continue
    if (during.length === 0) {
      findings.unclear++
      continue
    }
    const committed = Math.max(...during.map(({ to }) => to))
    const next = calls.find((call) => call.window === owner && call.from > committed && isRecognized(call, before))
    if (!next) continue
    findings.losses++
    const told = calls.some(
      (call) =>
        call.window === owner &&
        call.to >= after.at - slack &&
        call.from <= next.from &&
        call.notices.some(({ kind, task }) => lossKinds.has(kind) && task === before.key),
    )
    if (!told) throw new Error(`${owner.name} lost ${before.key} and was not told by ${next.tool}\n${account(calls, owner, before.key)}`)
    findings.told++
  }
}

/** An anonymous window is recognized by its session or by the fence it had. */
function isRecognized({ window, args, tool }: Call, lost: State): boolean {
  if (!window?.isAnonymous) return true
  if (args['fence'] === lost.fence) return true
  return args['session'] === lost.holder && (tool === 'claim_task' || tool === 'checkpoint_session' || tool === 'end_session')
}

/** What happened to a task and its holder, for debugging a failure. */
function account(calls: readonly Call[], owner: Window, task: string): string {
  const concerned = calls.filter(
    ({ window, args, answer }) => window === owner || window === null || args['task'] === task || answer?.task?.key === task,
  )
  return concerned
    .map(({ window, tool, args, from, to, ok, error, notices }) =>
      [
        `${(from % 100_000).toFixed(1)}–${(to % 100_000).toFixed(1)} ${window?.name ?? 'outside'} ${tool} ${JSON.stringify(args)}`,
        ok ? 'ok' : error.slice(0, 80),
        ...notices.map(({ kind, task: about }) => `[${kind} ${about}]`),
      ].join(' '),
    )
    .join('\n')
}
