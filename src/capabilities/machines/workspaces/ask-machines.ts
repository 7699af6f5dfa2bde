import { setTimeout as pause } from 'node:timers/promises'
import { userOf, type Context, type OutsideContext, type TxContext } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { sql } from '../../../platform/postgres.ts'
import { canonical } from '../../../platform/tunnel-protocol.ts'
import { summaryForLog } from '../actions/action.ts'
import { actionUpdated } from '../actions/actions.events.ts'
import { endAction, insertAction, lockAction } from '../actions/actions.queries.ts'
import { requireTunnel } from '../tunnels/require-tunnel.ts'
import type { TunnelRow } from '../tunnels/tunnels.queries.ts'
import type { CheckoutRow } from './checkouts.queries.ts'
import { readStatus, readWorktrees, type CheckoutState } from './git-output.ts'

/** Names of the two actions in a machine's own list, each with the argument `path`. They change nothing, so their risk is `read`. */
const statusAction = 'git.status'
const worktreesAction = 'git.worktrees'
/** Timeout: a machine that takes longer counts as not having answered. */
const patience = 6_000
const lookEvery = 250

type Reason = 'offline' | 'not_allowed' | 'no_answer' | 'failed' | 'unreadable'

export interface Report extends CheckoutState {
  local_id: string
  worktrees: CheckoutRow['worktrees']
}

/** One machine: what it reported about its checkouts, and why some are missing. */
export interface Asked {
  machine: CheckoutRow['machine']
  reports: Report[]
  refusal: { reason: Reason; detail: string } | null
  /** Actions that nobody waits for any longer. */
  unanswered: string[]
}

/** One machine: the actions requested for each checkout, or why none were. */
interface Asking {
  machine: CheckoutRow['machine']
  actions: { local_id: string; path: string; status: string; worktrees: string | null }[]
  refusal: Asked['refusal']
}

interface EndedAction {
  id: string
  state: 'done' | 'failed' | 'unknown' | 'denied'
  output: string | null
  error: string | null
}
const endedActions = sql(`select id, state, output, error from tunnel_actions
  where org_id = :org and id = any(:ids::uuid[]) and state in ('done', 'failed', 'unknown', 'denied')`).as<EndedAction>()
/** Left over from a sync whose process ended before it could close them. */
const dropExpired = sql(`update tunnel_actions set state = 'failed', error = 'Nobody waits for this answer any longer.', ended_at = :now
  where org_id = :org and tunnel_id = :tunnel and state = 'approved' and risk = 'read' and expires_at < :now`)

/** Asks all connected machines concurrently and waits a few seconds, outside of any transaction. */
export async function askMachines(ctx: OutsideContext, checkouts: readonly CheckoutRow[]): Promise<Asked[]> {
  const byMachine = [...Map.groupBy(checkouts, ({ machine }) => machine.id).values()]
  const asking = await ctx.transaction('write', async (tx) => {
    const all: Asking[] = []
    for (const rows of byMachine) all.push(await askOne(tx, rows))
    return all
  })
  const ids = asking.flatMap(({ actions }) => actions.flatMap(({ status, worktrees }) => [status, worktrees ?? []].flat()))
  const ended = new Map<string, EndedAction>()
  for (let waited = 0; ended.size < ids.length && waited < patience && !ctx.call.signal?.aborted; waited += lookEvery) {
    await pause(lookEvery)
    const open = ids.filter((id) => !ended.has(id))
    for (const row of await ctx.transaction('read', ({ tx }) => tx.rows(endedActions, { org: ctx.org, ids: open }))) ended.set(row.id, row)
  }
  return asking.map((one) => readAnswers(one, ended))
}

async function askOne(ctx: TxContext, rows: readonly CheckoutRow[]): Promise<Asking> {
  const [first] = rows
  if (!first) throw new Error('a machine without checkouts is not asked')
  const { machine } = first
  const refuse = (reason: Reason, detail: string): Asking => ({ machine, actions: [], refusal: { reason, detail } })
  if (!machine.online) return refuse('offline', `It is not connected. Start Baton’s tunnel on ${machine.name}.`)
  const tunnel = await requireTunnel(ctx, machine.id)
  const allowed = new Set(tunnel.actions.filter(({ risk }) => risk === 'read').map(({ name }) => name))
  if (!allowed.has(statusAction))
    return refuse(
      'not_allowed',
      `Its own list does not allow ${statusAction} with the risk read. Add it on ${machine.name}; see docs/workspaces.md.`,
    )
  await ctx.tx.rows(dropExpired, { org: ctx.org, tunnel: tunnel.id, now: ctx.clock.now() })
  // The same checkout may be in several workspaces, but is asked for only once.
  const wanted = [...new Map(rows.map((row) => [row.local_id, row])).values()]
  const actions: Asking['actions'] = []
  for (const { local_id, path } of wanted) {
    const status = await request(ctx, tunnel, statusAction, path)
    const worktrees = allowed.has(worktreesAction) ? await request(ctx, tunnel, worktreesAction, path) : null
    actions.push({ local_id, path, status, worktrees })
  }
  return { machine, actions, refusal: null }
}

/**
 * Read-only actions need no signature and are sent as soon as the node that holds the machine sees them. They appear in the history of the
 * machine's owner, who offered this checkout to the workspace, and name the current caller as the one who decided.
 */
async function request(ctx: TxContext, tunnel: TunnelRow, action: string, path: string): Promise<string> {
  const now = ctx.clock.now()
  const { id } = await ctx.tx.one(insertAction, {
    org: ctx.org,
    id: newId(),
    tunnel_id: tunnel.id,
    action,
    risk: 'read',
    arguments: canonical({ path }),
    state: 'approved',
    requested_by: tunnel.user_id,
    decided_by: userOf(ctx),
    decided_at: now,
    expires_at: new Date(now.getTime() + patience),
    created_at: now,
  })
  return id
}

function readAnswers({ machine, actions, refusal }: Asking, ended: ReadonlyMap<string, EndedAction>): Asked {
  const asked: Asked = { machine, reports: [], refusal, unanswered: [] }
  for (const { local_id, path, status, worktrees } of actions) {
    const answer = ended.get(status)
    const state = answer?.state === 'done' ? readStatus(answer.output ?? '') : null
    const listed = worktrees ? ended.get(worktrees) : undefined
    asked.unanswered.push(...[status, worktrees ?? []].flat().filter((id) => !ended.has(id)))
    if (state) asked.reports.push({ local_id, ...state, worktrees: listed?.state === 'done' ? readWorktrees(listed.output ?? '') : [] })
    else asked.refusal ??= whyNot(path, answer)
  }
  return asked
}

function whyNot(path: string, answer: EndedAction | undefined): { reason: Reason; detail: string } {
  if (!answer) return { reason: 'no_answer', detail: `It has not answered within ${patience / 1000} seconds. Try again.` }
  if (answer.state === 'done')
    return { reason: 'unreadable', detail: `${statusAction} printed there something else than git does for ${path}.` }
  const said = answer.error ?? answer.output?.trim().split('\n').at(-1) ?? ''
  return { reason: 'failed', detail: `${path}: ${said.slice(0, 300) || 'git failed there.'}` }
}

/** Closes every request that was given up on. One that was already sent may still be carried out, so its outcome is unknown. */
export async function endAsking(ctx: Context, asked: readonly Asked[]): Promise<void> {
  for (const id of asked.flatMap(({ unanswered }) => unanswered)) {
    const row = await ctx.tx.row(lockAction, { org: ctx.org, id })
    if (!row || !['approved', 'sent', 'acknowledged'].includes(row.state)) continue
    const state = row.state === 'approved' ? 'failed' : 'unknown'
    const error = 'Nobody waits for this answer any longer.'
    const ended = await ctx.tx.one(endAction, { org: ctx.org, id, state, error, now: ctx.clock.now() })
    ctx.emit(actionUpdated, summaryForLog(ended))
  }
}
