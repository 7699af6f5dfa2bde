import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Baton } from '../harness/baton.ts'
import { percentile, type Call, type Kind, type Load } from './outages/load.ts'
import { faults, openStage, type Fault, type Outside } from './outages/stage.ts'

interface Size {
  /** How long each dependency is away, and is observed beforehand where times are compared. */
  seconds: number
  /** All at once except PostgreSQL, instead of one after another. */
  together: boolean
  /** The allowed ratio of a call's 99th percentile to its quiet one while a dependency it doesn't need is away; null: not measured. */
  slowdown: number | null
}

interface Round {
  name: string
  fault: Fault
  things: Outside[]
}

type Figures = Record<string, number>

/** Only ends what hangs. */
const patience = 120_000

/** Every dependency of Baton fails in every possible way, under load. */
export const proof = {
  name: 'outages',
  claim: 'whatever goes away, no process of Baton ends, nothing acknowledged is lost or doubled, and all is well 5 s after it is back',
  short: { seconds: 1, together: true, slowdown: null } as Size,
  timed: true,
  full: { seconds: 10, together: false, slowdown: 3 } as Size,

  async run(baton: Baton, { seconds, together, slowdown }: Size): Promise<Figures> {
    const stage = await openStage(baton)
    const { load } = stage
    const figures: Figures = { things: Object.keys(stage.outside).length }
    const problems: string[] = []
    try {
      if (slowdown !== null) await pause(2000) // first calls are slow
      let quiet = { name: '', from: 0, to: 0 }
      for (const { name, fault, things } of roundsOf(stage.outside, together)) {
        const needed = things.flatMap((thing) => thing.needed)
        // Compares with the moments before, because the load of a shared machine changes.
        if (slowdown !== null && quiet.name !== name) quiet = { name, ...(await stretch(load, seconds)) }
        const repairs = await Promise.all(things.map((thing) => thing.fail(fault)))
        const away = await stretch(load, seconds, mustBeFelt(name, fault) ? needed : [])
        const left = await Promise.all(things.flatMap((thing) => (thing.left ? [thing.left()] : [])))
        await Promise.all(repairs.map((repair) => repair()))
        const back = await recovery(load, needed, async () => (await stage.healthy()) && (await all(left)))
        worst(figures, `${name}_back_ms`, Math.round(back))
        const during = load.between(away.from, away.to)
        const found = [
          ...(away.felt ? [] : ['was not felt']),
          ...(back > (slowdown === null ? patience : 5000) ? [`all was well only after ${Math.round(back)} ms`] : []),
          ...oddAnswers(during, needed),
          ...(name === 'postgres' && slowdown !== null ? lateRefusals(during, 3000, figures) : []),
          ...(name !== 'postgres' && slowdown !== null
            ? slowCalls(load.between(quiet.from, quiet.to), during, needed, slowdown, figures, name)
            : []),
        ]
        problems.push(...found.map((problem) => `${name} ${fault}: ${problem}`))
        if (stage.ended.length > 0) throw new Error(`${name} ${fault}: ${stage.ended.join(', ')} ended`)
      }
      await load.stop()
      Object.assign(figures, await count(baton, load, await stage.stored()))
    } finally {
      await stage.close()
    }
    if (problems.length > 0) throw new Error(`${problems.join('; ')} (${JSON.stringify(figures)})`)
    return figures
  },
}

/** Whether a call that needs it is certain to fail: a frozen one may be back in time, and connections outlive a name server. */
const mustBeFelt = (name: string, fault: Fault): boolean => fault === 'full' || (fault === 'stopped' && name !== 'dns')

function roundsOf(outside: Record<string, Outside>, together: boolean): Round[] {
  const alone = Object.entries(outside).flatMap(([name, thing]) => thing.faults.map((fault) => ({ name, fault, things: [thing] })))
  if (!together) return alone
  const apart = ['postgres', 'database_disk']
  const others = Object.entries(outside).flatMap(([name, thing]) => (apart.includes(name) ? [] : [thing]))
  return [...alone.filter(({ name }) => apart.includes(name)), ...faults.map((fault) => ({ name: 'all_others', fault, things: others }))]
}

/** Waits for some time, and then until one of these kinds of call has failed. */
async function stretch(load: Load, seconds: number, felt: readonly Kind[] = []) {
  const from = performance.now()
  await pause(seconds * 1000)
  const isFelt = () => felt.length === 0 || load.between(from, Infinity).some(({ kind, status }) => felt.includes(kind) && status === 503)
  await until(async () => isFelt(), patience)
  return { from, to: performance.now(), felt: isFelt() }
}

const worst = (figures: Figures, name: string, value: number): void => void (figures[name] = Math.max(figures[name] ?? 0, value))

async function until(done: () => Promise<boolean>, max: number): Promise<number> {
  const from = performance.now()
  while (performance.now() - from < max) {
    if (await done()) break
    await pause(50)
  }
  return performance.now() - from
}

async function all(questions: readonly (() => Promise<boolean>)[]): Promise<boolean> {
  for (const ask of questions) if (!(await ask())) return false
  return true
}

/** Waits until every kind of call that failed succeeds again, and everything else is healthy. */
async function recovery(load: Load, needed: readonly Kind[], well: () => Promise<boolean>): Promise<number> {
  const from = performance.now()
  const answered = (kind: Kind) =>
    load.between(from, Infinity).some((call) => call.kind === kind && (call.status === 200 || call.status === 201))
  return until(async () => needed.every(answered) && (await well()), patience + 1)
}

const timesOf = (calls: Call[], kind: Kind): number[] => calls.filter((call) => call.kind === kind).map(({ ms }) => ms)

/** Every call is answered: those that need the dependency may get 503, all others must succeed. */
function oddAnswers(calls: Call[], needed: readonly Kind[]): string[] {
  const odd = calls.filter(({ kind, status }) => status !== 200 && status !== 201 && !(status === 503 && needed.includes(kind)))
  const kinds = new Set(odd.map(({ kind, status }) => `${kind} ${status}`))
  return odd.length > 0 ? [`${odd.length} calls of ${calls.length} failed (${[...kinds].join(', ')})`] : []
}

/** While PostgreSQL is away, everything is refused quickly. */
function lateRefusals(calls: Call[], max: number, figures: Figures): string[] {
  const slowest = Math.round(Math.max(...calls.map(({ ms }) => ms)))
  worst(figures, 'postgres_slowest_ms', slowest)
  return slowest > max ? [`a call took ${slowest} ms`] : []
}

/** While anything else is away, calls that don't need it stay as fast as just before, relative to the machine's own slowdown. */
function slowCalls(quiet: Call[], calls: Call[], needed: readonly Kind[], max: number, figures: Figures, name: string): string[] {
  const ratioOf = (kind: Kind) => percentile(timesOf(calls, kind), 0.99) / percentile(timesOf(quiet, kind), 0.99)
  const machine = Math.max(1, ratioOf('live'))
  worst(figures, 'machine_p99_ratio', Math.round(machine * 100) / 100)
  return (['create', 'list', 'login'] as const).flatMap((kind) => {
    if (needed.includes(kind)) return []
    const ratio = ratioOf(kind) / machine
    worst(figures, `${name}_p99_ratio`, Math.round(ratio * 100) / 100)
    return ratio > max ? [`the 99th percentile of ${kind} is ${ratio.toFixed(1)} times its quiet value`] : []
  })
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
