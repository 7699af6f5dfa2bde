import type { Baton } from '../harness/baton.ts'
import { Person } from '../harness/person.ts'
import { calls, mostUsed, unfilled, type Call } from './large-projects/calls.ts'
import { fillProject, type Place } from './large-projects/fill.ts'
import { percentile } from './outages/load.ts'
import { countPages, type Pages } from './pages-touched.ts'
import { startProgram } from './programs.ts'

interface Size {
  few: number
  many: number
  eventsPerTask: number
  rounds: number
  /** Which calls: all, or the most used. */
  of: 'all' | 'most used'
  /** The allowed ratio of database pages touched, and of the time (`time`); null: only reported. */
  pages: number | null
  time: number | null
}

const tokenLife = 15 * 60_000
/** Fewer pages than this are cheap whatever the ratio: a list page with three filters reads some fifty tasks in a project of any size. */
const cheap = 75

interface Figures {
  pages: number
  ms: number
}

/** The same calls in two organizations whose projects differ only in size, made alternately so that both see the same machine load. */
export const proof = {
  name: 'large-projects',
  claim: 'a call takes as long in a project of 200,000 tasks and a million events as in one of 1,000 tasks',
  timed: true,
  // Ten times as many tasks: what grows with them reads ten times as much, and a plan that statistics tip reads three times.
  short: { few: 300, many: 3_000, eventsPerTask: 2, rounds: 1, of: 'all', pages: 5, time: null } as Size,
  full: { few: 1_000, many: 200_000, eventsPerTask: 5, rounds: 40, of: 'all', pages: null, time: 1.5 } as Size,
  million: { few: 1_000, many: 1_000_000, eventsPerTask: 1, rounds: 100, of: 'most used', pages: null, time: 1.3 } as Size,

  async run(baton: Baton, size: Size): Promise<Record<string, number>> {
    const { few, many, eventsPerTask, of, pages, time } = size
    const counted = await countPages(baton)
    const server = time === null ? null : await startProgram(baton, 'serve', { NODE_ENV: 'production', REGISTRATIONS_PER_HOUR: '1000' })
    try {
      const url = server?.url ?? baton.url
      const filling = { eventsPerTask, recent: few, searchable: of === 'all' }
      const small = await fillProject(baton, await Person.register(url, 'small'), { ...filling, tasks: few })
      const large = await fillProject(baton, await Person.register(url, 'large'), { ...filling, tasks: many })
      await baton.look('vacuum analyze')
      const asked = of === 'all' ? calls : calls.filter(({ name }) => mostUsed.includes(name))
      const found: [call: Call, small: Figures, large: Figures][] = []
      let loggedIn = Number.NEGATIVE_INFINITY
      for (const call of asked) {
        if (performance.now() - loggedIn > tokenLife / 2) {
          for (const { person } of [small, large]) await person.logInAgain()
          loggedIn = performance.now()
        }
        const compared = await compare(baton, counted, call, [small, large], size)
        if (compared) found.push([call, ...compared])
      }
      const judged = found.filter(([call]) => call.upTo === undefined)
      const above = (what: keyof Figures, most: number | null) =>
        judged
          .filter(([, a, b]) => most !== null && ratioOf(what, a, b) > most)
          .map(([{ name }, a, b]) => `${name}: ${a[what]} and ${b[what]} ${what}`)
      if (process.env['PROOF_TABLE'])
        for (const [{ name }, a, b] of found)
          console.log(`| ${name} | ${a.ms} | ${b.ms} | ${round(b.ms / a.ms)} | ${a.pages} | ${b.pages} |`)
      const grown = [...above('pages', pages), ...above('ms', time)]
      if (grown.length > 0) throw new Error(`${grown.length} calls grow with the project: ${grown.join('; ')}`)
      const worst = (what: keyof Figures, among: typeof found) => round(Math.max(...among.map(([, a, b]) => ratioOf(what, a, b))))
      return {
        tasks: many,
        events: many * eventsPerTask,
        calls: found.length,
        worst_ratio_of_pages: worst('pages', judged),
        ...(time !== null && { worst_ratio_of_time: worst('ms', judged), worst_ratio_of_time_up_to_a_bound: worst('ms', found) }),
      }
    } finally {
      await counted.close()
      server?.process.removeAllListeners('exit')
      server?.stop()
    }
  },
}

/** Undefined if these projects contain nothing that the call could name. */
async function compare(
  baton: Baton,
  counted: Pages,
  call: Call,
  places: readonly [Place, Place],
  size: Size,
): Promise<[Figures, Figures] | undefined> {
  let number = 0
  const make = async (place: Place): Promise<number> => {
    const began = performance.now()
    const answer = await call.run(place, number++)
    const taken = performance.now() - began
    if (answer === unfilled) return Number.NaN
    await call.after?.(place, answer)
    return taken
  }
  // A statement gets custom plans until it has run often enough; only its later executions are timed.
  for (let round = 0; round < (size.time === null ? 1 : 2); round++)
    for (const place of places) if (Number.isNaN(await make(place))) return undefined
  const times: [number[], number[]] = [[], []]
  const pages: [number[], number[]] = [[], []]
  const figures = (side: 0 | 1): Figures => ({
    pages: Math.min(...pages[side]),
    ms: size.time === null ? 0 : round(percentile(times[side], 0.5)),
  })
  const steady = () => {
    const [a, b] = [figures(0), figures(1)]
    return (['pages', 'ms'] as const).every((what) => {
      const most = size[limits[what]]
      return most === null || ratioOf(what, a, b) <= most
    })
  }
  for (let time = 0; time < 3 && (time === 0 || !steady()); time++) {
    // A single sample of the statistics can lead to a poor plan; real growth shows with every sample.
    if (time > 0) await baton.look('analyze')
    for (let round = 0; round < (size.time === null ? 0 : size.rounds); round++)
      for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) times[side].push(await make(places[side]))
    // Followers, sweeps and jobs touch pages meanwhile, so the minimum is the call's own: real growth shows in every measurement.
    for (let round = 0; round < (time === 0 ? Math.min(size.rounds, 3) : 10); round++) {
      for (const side of [0, 1] as const) {
        pages[side].push(await counted.of(() => make(places[side])))
      }
    }
  }
  return [figures(0), figures(1)]
}

const limits = { pages: 'pages', ms: 'time' } as const

function ratioOf(what: keyof Figures, a: Figures, b: Figures): number {
  return what === 'pages' ? Math.max(b.pages, cheap) / Math.max(a.pages, cheap) : b.ms / a.ms
}

const round = (value: number): number => Math.round(value * 100) / 100
