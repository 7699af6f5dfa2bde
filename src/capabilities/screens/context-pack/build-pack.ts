import { countTokens } from '../../../platform/count-tokens.ts'
import { Cuttable, Prefix, largest } from './fit.ts'
import { fetchLastCheckpoint, fetchOf, fetchSession, listNames, type ListName, type Material, type Pack } from './material.ts'

type Essential = Pick<Pack, 'goals' | 'leases' | 'last_checkpoint' | 'tasks'>
type Optional = Pick<Pack, 'trace' | 'context' | Exclude<ListName, 'tasks'>>

/** A text cut to fewer tokens than this says nothing. */
const fewest = 10

/** The share of the budget that the essential parts may take while others need room too. */
const firstShare = 0.6

/**
 * Fills a pack up to its budget and never beyond, counting the whole answer as it is sent. Goals, leases, open tasks and the last checkpoint come
 * first, then everything else. When there is too little room, each part gets the same share, and what one doesn't need goes to the others.
 */
export function buildPack(material: Material, budget: number): Pack {
  const [essentials, optionals] = [essentialsOf(material, budget), optionalsOf(material, budget)]
  const within = (limit: number) => (pack: Pack) => countTokens(JSON.stringify(pack), limit) <= limit
  // If even the minimum doesn't fit with the arguments of the tools, the tools are named without them.
  for (const brief of [false, true]) {
    const put = (parts: Essential & Optional) => finish(material, parts, budget, brief)
    const base = (limit: number) => largest(budget, (share) => put({ ...essentials(share), ...optionals(0) }), within(limit))
    const least = base(budget * firstShare) ?? base(budget)
    if (!least) continue
    const filled = largest(budget, (share) => put({ ...least, ...optionals(share) }), within(budget)) ?? least
    return counted(largest(budget, (share) => put({ ...filled, ...essentials(share) }), within(budget)) ?? filled)
  }
  return counted(finish(material, { ...essentials(0), ...optionals(0) }, budget, true))
}

function essentialsOf({ goals, leases, last_checkpoint, tasks }: Material, budget: number): (share: number) => Essential {
  const goalTexts = goals.map((goal) => new Cuttable(goal, budget))
  const [leaseList, taskList] = [new Prefix(leases, budget), new Prefix(tasks, budget)]
  const progress = new Cuttable(last_checkpoint?.progress ?? '', budget)
  const state = new Cuttable(last_checkpoint?.state ?? '', budget)
  const files = new Prefix(last_checkpoint?.files ?? [], budget)
  return (share) => ({
    goals: cutGoals(goalTexts, share),
    leases: atLeastOne(leaseList.cut(share), leases),
    last_checkpoint: last_checkpoint && {
      ...last_checkpoint,
      progress: progress.cut(Math.max(fewest, share / 2)),
      state: last_checkpoint.state && state.cut(Math.max(fewest / 2, share - Math.min(progress.whole, share / 2))),
      files: files.cut(share / 8),
    },
    tasks: taskList.cut(share),
  })
}

function cutGoals(goals: readonly Cuttable[], share: number): string[] {
  const kept: string[] = []
  let left = Math.max(share, fewest)
  for (const goal of goals) {
    if (left < fewest) break
    kept.push(goal.cut(left))
    left -= goal.whole + 1
  }
  return kept
}

/** A lease is listed even if there is no room for its title. */
const atLeastOne = (kept: Pack['leases'], all: Pack['leases']): Pack['leases'] =>
  kept.length > 0 ? kept : all.slice(0, 1).map((lease) => ({ ...lease, title: '…' }))

function optionalsOf(
  { trace, context, held, decisions, memories, ready, earlier, changes }: Material,
  budget: number,
): (share: number) => Optional {
  const text = new Cuttable(context, budget)
  const traced = {
    said: new Prefix(trace?.said ?? [], budget),
    files: new Prefix(trace?.files ?? [], budget),
    ran: new Prefix(trace?.ran ?? [], budget),
  }
  const lists = {
    held: new Prefix(held, budget),
    decisions: new Prefix(decisions, budget),
    memories: new Prefix(memories, budget),
    ready: new Prefix(ready, budget),
    earlier: new Prefix(earlier, budget),
    changes: new Prefix(changes, budget),
  }
  return (share) => ({
    trace:
      trace && share >= fewest
        ? { ...trace, said: traced.said.cut(share / 4), files: traced.files.cut(share / 4), ran: traced.ran.cut(share / 4) }
        : null,
    context: share < fewest ? '' : text.cut(share),
    held: lists.held.cut(share),
    decisions: lists.decisions.cut(share),
    memories: lists.memories.cut(share),
    ready: lists.ready.cut(share / 2),
    earlier: lists.earlier.cut(share / 2),
    changes: lists.changes.cut(share),
  })
}

/** Adds what was left out. With `brief`, the tools are named without their arguments. */
function finish(material: Material, parts: Essential & Optional, budget_tokens: number, brief: boolean): Pack {
  const { more, session } = material
  const cut = (['goals', 'leases', 'trace', 'context', 'last_checkpoint'] as const).filter(
    (part) => JSON.stringify(parts[part]) !== JSON.stringify(material[part]),
  )
  // Named without arguments, both are the same call.
  const own = cut.filter((part) => brief || part !== 'last_checkpoint')
  const missing = (list: ListName) => material[list].length - parts[list].length + (more[list] ?? 0)
  const lists = listNames.filter((list) => missing(list) > 0)
  const told = (fetch: string) => (brief ? (fetch.split(' ')[0] ?? '') : fetch)
  const left_out = [
    ...(own.length > 0 ? [{ what: own.join(', '), count: own.length, fetch: told(fetchSession(material)) }] : []),
    ...(cut.length > own.length ? [{ what: 'last_checkpoint', count: 1, fetch: told(fetchLastCheckpoint(material)) }] : []),
    ...lists.map((list) => ({ what: list, count: missing(list), fetch: told(fetchOf(list, material, parts[list].length)) })),
  ]
  const { goals, leases, last_checkpoint, trace, context, tasks, held, decisions, memories, ready, earlier, changes } = parts
  // The size is filled in at the end, so a placeholder with as many digits takes up its room from the start.
  const pack = { session, goals, leases, last_checkpoint, trace, context, tasks, held, decisions, memories, ready, earlier, changes }
  return { ...pack, left_out, budget_tokens, tokens: 88_888 }
}

const counted = (pack: Pack): Pack => ({ ...pack, tokens: countTokens(JSON.stringify(pack)) })
