import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { requireAgent } from '../../agents/agents/require-agent.ts'
import { requireSession } from '../../agents/sessions/require-session.ts'
import { memoriesInOrder } from '../../memory/entries/require-memory.ts'
import * as contracts from './tool-telemetry.contract.ts'
import { addCalls, callsByTool, callsOfSession, purgeCalls, keepCalls, lastCalls, setLastCalls } from './tool-telemetry.queries.ts'

const day = 86_400_000

export const getToolTelemetry = implement(contracts.getToolTelemetry, async (ctx, input) => {
  const agent = input.agent === undefined ? null : (await requireAgent(ctx, input.agent)).id
  const until = new Date(input.until ?? ctx.clock.now().getTime() + 1)
  const since = new Date(input.since ?? until.getTime() - day)
  if (Number.isNaN(since.getTime()) || Number.isNaN(until.getTime()))
    throw new Refusal('invalid', 'since and until must be days of the calendar.')
  const tools = await ctx.tx.rows(callsByTool, { org: ctx.org, since, until, agent })
  return { since: since.toISOString(), until: until.toISOString(), tools }
})

export const getLastCalls = implement(contracts.getLastCalls, async (ctx, { agent: name }) => {
  const agent = name === undefined ? null : (await requireAgent(ctx, name)).id
  return { agents: await ctx.tx.rows(lastCalls, { org: ctx.org, agent }) }
})

const shown = 300

export const listSessionCalls = implement(contracts.listSessionCalls, async (ctx, { session: id, limit }) => {
  const session = await requireSession(ctx, id)
  const until = session.ended_at ?? 'infinity'
  const values = { org: ctx.org, session: session.id, agent_id: session.agent_id, started_at: session.started_at, until, limit: limit + 1 }
  const found = await ctx.tx.rows(callsOfSession, values)
  const items = found.slice(0, limit)
  const wanted = [...new Set(items.flatMap(({ recalled }) => recalled.map((one) => one.id)))]
  const memories = new Map((await memoriesInOrder(ctx, wanted)).map((memory) => [memory.id, memory]))
  const recalledBy = (recalled: (typeof items)[number]['recalled']) =>
    recalled.flatMap(({ id: memory, text, meaning }) => {
      const { content, pinned } = memories.get(memory) ?? {}
      return content === undefined
        ? []
        : [{ id: memory, content: content.slice(0, shown).toWellFormed(), pinned: pinned === true, text, meaning }]
    })
  return { calls: items.map((row) => ({ ...row, recalled: recalledBy(row.recalled) })), truncated: found.length > limit }
})

const kept = 30 * 86_400_000

export const recordToolCalls = implement(contracts.recordToolCalls, async (ctx, { items, calls }) => {
  const counted = JSON.stringify(items)
  const now = ctx.clock.now()
  const [, agents] = await Promise.all([
    ctx.tx.rows(addCalls, { org: ctx.org, counted, now }),
    ctx.tx.rows(setLastCalls, { org: ctx.org, counted }),
  ])
  if (calls.length > 0) {
    await ctx.tx.rows(keepCalls, { org: ctx.org, calls: JSON.stringify(calls) })
    await ctx.tx.rows(purgeCalls, { org: ctx.org, now: new Date(now.getTime() - kept) })
  }
  return { stored: items.length, agents }
})
