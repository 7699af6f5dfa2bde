import { releaseClaims, type Cast } from './cast.ts'
import * as load from './load.ts'
import type { Work } from './load.ts'
import type { Costs, Meter, Priced, Program } from './meter.ts'
import { beside, median, rounded, table } from './table.ts'

interface Case {
  work: Work
  /** Target: the minimum ratio of our throughput to the plain server's. */
  least?: number
  /** The twin implements this call too. */
  twin?: boolean
  /** Cheap enough for every CI run. */
  short?: boolean
  /** Undoes what a load changed, before the next one. */
  reset?: () => Promise<void>
}

export interface Servers {
  ours: Program
  twin: Program
  plain: Program
}

export interface Size {
  rounds: number
  seconds: number
  claims: number
  short: boolean
}

const casesOf = (cast: Cast, admin: string, claims: number): Case[] => {
  const tool = (name: string, given: Record<string, unknown>) => load.callTool(cast, name, given)
  const created = { project: 'small', title: 'Bench [<id>]', idempotency_key: 'bench-[<id>]' }
  const reset = () => releaseClaims(admin)
  return [
    { work: load.listTasks(cast, 'small'), least: 0.75, twin: true, short: true },
    { work: load.getTask(cast), least: 0.5, short: true },
    { work: load.getBoard(cast), least: 0.7, short: true },
    { work: load.search(cast) },
    { work: tool('list_tasks', { project: 'small' }), twin: true, short: true },
    { work: tool('get_task', { task: 'SMA-[<n>]' }) },
    { work: tool('search_memory', { project: 'small', query: 'epic' }) },
    { work: load.claimTask(cast, claims), least: 0.5, short: true, reset },
    { work: { ...tool('claim_task', { project: 'queue' }), calls: claims }, reset },
    { work: load.updateTask(cast) },
    { work: tool('update_task', { task: 'SMA-[<n>]', title: 'Task number [<id>]' }) },
    { work: load.createTask(cast, 'small'), least: 0.5, twin: true, short: true },
    { work: tool('create_task', created), twin: true, short: true },
  ]
}

/** The plain server only looks up tokens, so every call to it carries the API key. */
const asPlain = (cast: Cast, work: Work): Work => ({ ...work, bearers: async () => [cast.apiKey] })

const tell = (value: number | null): string => (value === null ? '?' : value.toFixed(value < 10 ? 2 : 1))
const both = (mine: Priced[], others: Priced[], of: keyof Costs): string => `${tell(middle(mine, of))} / ${tell(middle(others, of))}`
function middle(rounds: Priced[], of: keyof Costs): number | null {
  const values = rounds.flatMap((round) => round[of] ?? [])
  return values.length > 0 ? median(values) : null
}

/** Runs every case against our server, the plain server and, where it implements the call, the twin; then prints what each call cost. */
export async function compareServers(
  { ours, twin, plain }: Servers,
  meter: Meter,
  cast: Cast,
  admin: string,
  { rounds, seconds, claims, short }: Size,
  only: string | undefined,
): Promise<void> {
  const cases = casesOf(cast, admin, claims).filter(({ work, ...one }) => (!short || one.short) && (!only || work.name.includes(only)))
  if (cases.length === 0) return
  const row = table(['what', 'ours to plain', 'at least', 'rounds', 'ours to the bare twin', 'rounds'])
  const costs: [string, Priced[], Priced[]][] = []
  for (const { work, least, twin: alsoTwin, reset } of cases) {
    const price = async (program: Program, asked: Work, time: number) => {
      const priced = await meter.price(program, asked, time)
      await reset?.()
      return priced
    }
    const warm = (one: Work): Work => (one.calls ? { ...one, calls: Math.ceil(one.calls / 5) } : one)
    const servers: [Program, Work][] = [[ours, work], [plain, asPlain(cast, work)], ...(alsoTwin ? [[twin, work] as [Program, Work]] : [])]
    for (const [program, asked] of servers) await price(program, warm(asked), 1)
    const seen: Priced[][] = servers.map(() => [])
    for (let round = 0; round < rounds; round++) {
      for (const [place, [program, asked]] of servers.entries()) seen[place]?.push(await price(program, asked, seconds))
    }
    const [mine = [], plainly = [], bare = []] = seen
    const ratios = (others: Priced[]) => others.map(({ perSecond }, round) => (mine[round]?.perSecond ?? 0) / perSecond)
    const [, toPlain] = rounded(ratios(plainly))
    row([work.name, beside(median(ratios(plainly)), least), least ?? '', toPlain, ...(alsoTwin ? rounded(ratios(bare)) : ['', ''])])
    costs.push([work.name, mine, plainly])
  }
  const price = table([
    'a call, ours / plain',
    'statements',
    'planning, ms',
    'execution, ms',
    'CPU of the server, ms',
    'CPU of the database, ms',
    'CPU, ours to plain',
  ])
  for (const [name, mine, plainly] of costs) {
    const all = (of: Priced[]) => (middle(of, 'server') ?? 0) + (middle(of, 'database') ?? 0)
    const kinds = ['statements', 'planning', 'execution', 'server', 'database'] as const
    price([name, ...kinds.map((of) => both(mine, plainly, of)), (all(mine) / all(plainly)).toFixed(2)])
  }
}
