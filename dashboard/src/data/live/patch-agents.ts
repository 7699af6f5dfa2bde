import type { Output } from '@baton/client'
import { clientFor } from '../client.ts'
import { queries } from '../reads.ts'
import { callsAt } from './as-of.ts'
import type { LiveEvent } from './live.ts'

type Read = Output<'listAgentsAtWork'>
type AtWork = Read['items'][number]

/** An agent's latest tool call, and its number of calls in the last second. */
export interface ToolCalls {
  agent_id: string
  tool: string
  ok: boolean
  at: string
  calls: number
}

/** Agents act every second, so reads after the first are throttled. What a person does is read almost at once. */
const agentsEvery = 1500
const peopleEvery = 200

const dirty = new Map<string, Set<string>>()
const lastRead = new Map<string, number>()
const timers = new Map<string, { due: number; timer: ReturnType<typeof setTimeout> }>()

const order = { waiting: 0, blocked: 1, over_budget: 2, running: 3, paused: 4, idle: 5, stopped: 6 } as const
const called = ({ last_call }: AtWork) => (last_call ? Date.parse(last_call.at) : 0)
const byNeed = (a: AtWork, b: AtWork): number => order[a.status] - order[b.status] || called(b) - called(a)

function change(organization: string, next: (read: Read, all: boolean) => Read): void {
  const isAtWork = ({ queryKey: [org, name] }: { queryKey: readonly unknown[] }) => org === organization && name === 'listAgentsAtWork'
  for (const [key, read] of queries.getQueriesData<Read>({ predicate: isAtWork })) {
    if (!read) continue
    const after = next(read, Object.keys((key[2] ?? {}) as object).length === 0)
    if (after !== read) queries.setQueryData(key, after)
  }
}

/** All cached rows; null if nothing has been read, which is not the same as an organization without agents. */
const rowsOf = (organization: string): AtWork[] | null => {
  const found = new Map<string, AtWork>()
  let isRead = false
  change(organization, (read) => {
    isRead = true
    for (const row of read.items) found.set(row.id, row)
    return read
  })
  return isRead ? [...found.values()] : null
}

/** Applies tool calls straight from their frame: the row shows the last one without a read. */
export function patchCalls(organization: string, notes: readonly ToolCalls[]): void {
  const by = new Map(notes.map((one) => [one.agent_id, one]))
  const now = Math.max(...notes.map(({ at }) => Date.parse(at)))
  const known = new Set<string>()
  change(organization, (read, all) => {
    const items = read.items.map((row) => {
      const note = by.get(row.id)
      if (!note) return row
      known.add(row.id)
      const { tool, ok, at } = note
      // After a failure, or after silence, only the server can tell the agent's status.
      if (!ok || row.status !== 'running') readSoon(organization, [row.id], agentsEvery)
      const runs = ok && (row.status === 'running' || row.status === 'idle')
      return { ...row, last_call: { tool, ok, at }, ...(runs && { status: 'running' as const, since: at }) }
    })
    const calls = callsAt(read, now)
    calls[calls.length - 1] = (calls.at(-1) ?? 0) + notes.reduce((sum, one) => sum + one.calls, 0)
    const then = Math.max(now, Date.parse(read.at))
    return { ...read, items, ...(all && { calls, at: new Date(then).toISOString() }) }
  })
  const unknown = [...by.keys()].filter((id) => !known.has(id))
  if (unknown.length > 0) readSoon(organization, unknown, agentsEvery)
}

interface Said {
  item?: { key: string; title: string; lease_agent_id?: string | null; lease_until?: string | null }
  agent?: { id?: string }
  agent_session?: { agent_id?: string | null }
  feature?: { id?: string; created_by_agent_id?: string | null }
}

/** Applies an event: a renewed lease is in the event itself, for anything else the affected rows are read. */
export function patchAfterEvent(organization: string, { type, actor, subject_id, data }: LiveEvent): void {
  const { item, agent, agent_session, feature } = data as Said
  const rows = rowsOf(organization)
  if (!rows) return
  const named = [actor.agent_id, item?.lease_agent_id, agent?.id, agent_session?.agent_id, feature?.created_by_agent_id]
  const ids = new Set([...named, type.startsWith('agent.') ? subject_id : null].filter((id) => typeof id === 'string'))
  const features = new Set([subject_id, feature?.id])
  for (const row of rows) {
    const isHere = item?.key === row.task?.key && item !== undefined
    const asks = row.asks !== null && type.startsWith('comment.')
    if (isHere || asks || features.has(row.gate?.feature_id) || features.has(row.waits_for?.feature_id)) ids.add(row.id)
    const until = item?.lease_until
    if (!isHere || !until || item.lease_agent_id !== row.id || item.title !== row.task?.title) continue
    ids.delete(row.id)
    const task = { ...row.task, lease_until: until }
    change(organization, (read) => ({ ...read, items: read.items.map((one) => (one.id === row.id ? { ...one, task } : one)) }))
  }
  if (ids.size > 0) readSoon(organization, ids, actor.agent_id ? agentsEvery : peopleEvery)
}

function readSoon(organization: string, ids: Iterable<string>, within: number): void {
  const all = dirty.get(organization) ?? new Set()
  dirty.set(organization, all)
  for (const id of ids) all.add(id)
  const since = Date.now() - (lastRead.get(organization) ?? 0)
  const wait = Math.max(peopleEvery, within - since)
  const due = Date.now() + wait
  const set = timers.get(organization)
  if (set && set.due <= due) return
  clearTimeout(set?.timer)
  timers.set(organization, { due, timer: setTimeout(() => void readRows(organization), wait) })
}

const maxAtOnce = 100

async function readRows(organization: string): Promise<void> {
  timers.delete(organization)
  lastRead.set(organization, Date.now())
  const all = [...(dirty.get(organization) ?? [])]
  const among = all.slice(0, maxAtOnce)
  dirty.set(organization, new Set(all.slice(maxAtOnce)))
  if (all.length > maxAtOnce) readSoon(organization, [], agentsEvery)
  const answer = await clientFor(organization)
    .listAgentsAtWork({ among })
    .catch(() => null)
  // Keep them for the next read: while offline, an immediate retry would only fail again.
  if (!answer) return among.forEach((id) => dirty.get(organization)?.add(id))
  const asked = new Set(among)
  const found = new Map(answer.items.map((row) => [row.id, row]))
  change(organization, (read, all) => {
    const kept = read.items.flatMap((row) => (asked.has(row.id) ? (found.get(row.id) ?? []) : [row]))
    const here = new Set(kept.map(({ id }) => id))
    const items = [...kept, ...(all ? answer.items.filter(({ id }) => !here.has(id)) : [])].sort(byNeed)
    return { ...read, items, ...(all && { calls: answer.calls, at: answer.at }) }
  })
}
