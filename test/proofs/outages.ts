import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Baton } from '../harness.ts'
import { percentile, type Call, type Kind, type Load } from './outages/load.ts'
import { faults, openStage, type Fault, type Outside } from './outages/stage.ts'

interface Size {
  /** How long each thing is away, and is watched before where times are compared. */
  seconds: number
  /** All at once but for PostgreSQL, instead of one after another. */
  together: boolean
  /** How many times its quiet 99th percentile a call may take while something it does not need is away; null: not measured. */
  slowdown: number | null
}

interface Round {
  name: string
  fault: Fault
  things: Outside[]
}

type Figures = Record<string, number>

/** Everything Baton needs goes away in every way it can, under load. */
export const proof = {
  name: 'outages',
  claim: 'whatever goes away, no process of Baton ends, nothing acknowledged is lost or doubled, and all is well 5 s after it is back',
  short: { seconds: 1, together: true, slowdown: null } as Size,
  full: { seconds: 15, together: false, slowdown: 3 } as Size,

  async run(baton: Baton, { seconds, together, slowdown }: Size): Promise<Figures> {
    const stage = await openStage(baton)
    const { load } = stage
    const figures: Figures = { things: Object.keys(stage.outside).length }
    try {
      if (slowdown !== null) await pause(2000) // what runs for the first time is slow
      for (const { name, fault, things } of roundsOf(stage.outside, together)) {
        const quiet = await stretch(load, slowdown === null ? 0 : seconds)
        const repairs = await Promise.all(things.map((thing) => thing.fail(fault)))
        const needed = things.flatMap((thing) => thing.needed)
        const away = await stretch(load, seconds, bites(needed, fault))
        const left = await Promise.all(things.flatMap((thing) => (thing.left ? [thing.left()] : [])))
        await Promise.all(repairs.map((repair) => repair()))
        const back = await recovery(load, needed, async () => (await stage.healthy()) && (await all(left)))
        // What needs nothing at all shows how late this machine is by itself.
        const late = slowdown === null ? 5 * Math.max(...timesOf(load.between(away.from, performance.now()), 'live')) : 0
        worst(figures, `${name}_back_ms`, Math.round(back))
        if (back > 5000 + late) throw new Error(`${name} ${fault}: all was well only after ${Math.round(back)} ms`)
        if (stage.ended.length > 0) throw new Error(`${name} ${fault}: ${stage.ended.join(', ')} ended`)
        const during = load.between(away.from, away.to)
        checkAnswers(during, needed, `${name} ${fault}`)
        if (name === 'postgres') checkRefusals(during, figures, 3000 + late, fault)
        else if (slowdown !== null) checkOthers(load.between(quiet.from, quiet.to), during, needed, slowdown, figures, `${name} ${fault}`)
      }
      await load.stop()
      return { ...figures, ...(await count(baton, load, await stage.stored())) }
    } finally {
      await stage.close()
    }
  },
}

function roundsOf(outside: Record<string, Outside>, together: boolean): Round[] {
  const alone = Object.entries(outside).flatMap(([name, thing]) => thing.faults.map((fault) => ({ name, fault, things: [thing] })))
  if (!together) return alone
  const apart = ['postgres', 'database_disk']
  const others = Object.entries(outside).flatMap(([name, thing]) => (apart.includes(name) ? [] : [thing]))
  return [...alone.filter(({ name }) => apart.includes(name)), ...faults.map((fault) => ({ name: 'all_others', fault, things: others }))]
}

/** Lets some time pass, and more until something is to be seen. */
async function stretch(load: Load, seconds: number, seen: (calls: Call[]) => boolean = () => true): Promise<{ from: number; to: number }> {
  const from = performance.now()
  await pause(seconds * 1000)
  await until(async () => seen(load.between(from, Infinity)), 20_000)
  return { from, to: performance.now() }
}

/** A full disk is felt once what was allotted before is used up; what is merely slow to fail is not waited for. */
const bites =
  (needed: readonly Kind[], fault: Fault) =>
  (calls: Call[]): boolean =>
    fault !== 'full' || calls.some(({ kind, status }) => needed.includes(kind) && status === 503)

const worst = (figures: Figures, name: string, value: number): void => void (figures[name] = Math.max(figures[name] ?? 0, value))

async function until(done: () => Promise<boolean>, most: number): Promise<number> {
  const from = performance.now()
  while (performance.now() - from < most) {
    if (await done()) break
    await pause(50)
  }
  return performance.now() - from
}

async function all(questions: readonly (() => Promise<boolean>)[]): Promise<boolean> {
  for (const ask of questions) if (!(await ask())) return false
  return true
}

/** Until every kind of call that could not be answered is, and all else is well. */
async function recovery(load: Load, needed: readonly Kind[], well: () => Promise<boolean>): Promise<number> {
  const from = performance.now()
  const answered = (kind: Kind) =>
    load.between(from, Infinity).some((call) => call.kind === kind && (call.status === 200 || call.status === 201))
  return until(async () => needed.every(answered) && (await well()), 20_000)
}

const timesOf = (calls: Call[], kind: Kind): number[] => calls.filter((call) => call.kind === kind).map(({ ms }) => ms)

/** Everything is answered: what needs the thing perhaps with 503, all else well. */
function checkAnswers(calls: Call[], needed: readonly Kind[], name: string): void {
  const odd = calls.filter(({ kind, status }) => status !== 200 && status !== 201 && !(status === 503 && needed.includes(kind)))
  const kinds = new Set(odd.map(({ kind, status }) => `${kind} ${status}`))
  if (odd.length > 0) throw new Error(`${name}: ${odd.length} calls of ${calls.length} failed (${[...kinds].join(', ')})`)
}

/** While PostgreSQL is away everything is refused soon. */
function checkRefusals(calls: Call[], figures: Figures, most: number, fault: Fault): void {
  const slowest = Math.max(...calls.map(({ ms }) => ms))
  worst(figures, 'postgres_slowest_ms', Math.round(slowest))
  if (slowest > most) throw new Error(`postgres ${fault}: a call took ${Math.round(slowest)} ms`)
}

/** While anything else is away, what does not need it goes on as fast as before. */
function checkOthers(quiet: Call[], calls: Call[], needed: readonly Kind[], most: number, figures: Figures, name: string): void {
  for (const kind of ['create', 'list', 'login'] as const) {
    if (needed.includes(kind)) continue
    const ratio = percentile(timesOf(calls, kind), 0.99) / percentile(timesOf(quiet, kind), 0.99)
    worst(figures, `${name.split(' ')[0]}_p99_ratio`, Math.round(ratio * 100) / 100)
    if (ratio > most) throw new Error(`${name}: the 99th percentile of ${kind} is ${ratio.toFixed(1)} times its quiet value`)
  }
}

async function count(baton: Baton, { acknowledged, attached, spoiled, calls }: Load, stored: Set<string>): Promise<Figures> {
  const rows = await baton.look<{ title: string; count: number }>(
    "select title, count(*)::integer as count from work_items where title like 'written %' group by title, org_id",
  )
  const counts = new Map(rows.map(({ title, count: found }) => [title, found]))
  const rowsOfFiles = await baton.look<{ id: string; file: string }>('select id, file from attachments')
  const kept = new Set(rowsOfFiles.flatMap(({ id, file }) => (stored.has(file) ? [id] : [])))
  const lost = [...acknowledged].filter((title) => !counts.has(title)).length + [...attached].filter((id) => !kept.has(id)).length
  const doubled = rows.filter(({ count: found }) => found > 1).length
  if (lost + doubled + spoiled > 0) throw new Error(`${lost} acknowledged writes lost, ${doubled} doubled, ${spoiled} files spoiled`)
  return { calls: calls.length, acknowledged: acknowledged.size, attached: attached.size, lost, doubled }
}
