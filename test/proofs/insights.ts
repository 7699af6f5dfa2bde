import { forecastOf } from '../../src/capabilities/screens/insights/forecast.ts'
import type { Baton } from '../harness/baton.ts'
import { countByHand, type RawEvent } from '../insights/brute-force.ts'
import { differences } from '../insights/differences.ts'
import { day, liveThrough, openStudio, type History, type Studio, type Told } from '../insights/history.ts'
import { plantMutants } from '../insights/mutants.ts'
import { Random } from '../work/leases/model/random.ts'

interface Size {
  histories: number
  shards: number
  forecasts: number
  seed?: number
}

/** A query about some projects, with its filters. */
interface Asked {
  operation: 'getInsights' | 'getProjectInsights'
  slug?: string
  projects: ReadonlySet<string>
  from: string
  to: string
  label?: string | undefined
  agent?: string | undefined
}

const maxAsked = 60
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Projects go through random weeks; what insights report about them is compared with a count by hand over the raw log. */
export const proof = {
  name: 'insights',
  claim: 'insights: every figure is what a count by hand over the raw log comes to, and a forecast holds as often as it says',
  short: { histories: 10, shards: 2, forecasts: 200 },
  full: { histories: 500, shards: 4, forecasts: 500 },
  async run(baton: Baton, { histories, shards, forecasts, seed = 1 }: Size): Promise<Record<string, number>> {
    const counts = { histories: 0, questions: 0, different: 0 }
    const started = performance.now()
    const stages: { studio: Studio; told: Told; asked: Asked[] }[] = []
    const work = async (shard: number) => {
      const studio = await openStudio(baton)
      const told: Told = { dependencies: [], usage: [] }
      const asked: Asked[] = []
      for (let run = shard; run < histories; run += shards) {
        const random = new Random(seed * 1_000_003 + run)
        const lived = await liveThrough(baton, studio, random, told)
        asked.push(...questionsAbout(random, studio, lived))
        counts.histories++
      }
      const all = new Set(asked.flatMap(({ projects }) => [...projects]))
      asked.push({ operation: 'getInsights', projects: all, from: '2026-01-01', to: '2026-12-31' })
      for (const one of asked) {
        counts.questions++
        const found = await compare(baton, studio, told, one)
        counts.different += found.length
        if (found.length > 0) console.error(JSON.stringify(one), found.slice(0, 5))
      }
      stages.push({ studio, told, asked })
    }
    await Promise.all(Array.from({ length: shards }, (_, shard) => work(shard)))
    if (counts.different > 0) throw new Error(`${counts.different} figures differ from a count by hand`)
    // The last question covers everything and shows most mistakes; the others are only asked if it shows nothing.
    const { planted, unnoticed } = await plantMutants(async () => {
      for (const { studio, told, asked } of stages)
        for (const one of asked.toReversed().slice(0, maxAsked)) if ((await compare(baton, studio, told, one)).length > 0) return true
      return false
    })
    if (unnoticed.length > 0) throw new Error(`nobody noticed: ${unnoticed.join('; ')}`)
    const held = foresee(forecasts, seed)
    if (held.p85 < 0.8) throw new Error(`the 85 % range held ${held.p85 * 100} %`)
    const seconds = Math.round((performance.now() - started) / 100) / 10
    return { ...counts, mutants: planted, mutants_unnoticed: 0, forecasts, held_50: held.p50, held_85: held.p85, seconds }
  },
}

function questionsAbout(random: Random, { agents }: Studio, { project, slug, from, to, midnights }: History): Asked[] {
  const whole = { operation: 'getProjectInsights', slug, projects: new Set([project]) } as const
  const first = from + random.below(Math.max(1, to - from))
  const last = first + random.below(Math.max(1, to - first))
  // An event at midnight belongs to the day that begins.
  const edges = midnights.slice(0, 4).flatMap((midnight) => [
    { ...whole, from: dayOf(midnight), to: dayOf(to) },
    { ...whole, from: dayOf(from), to: dayOf(midnight - day) },
  ])
  return [
    { ...whole, from: dayOf(from - day), to: dayOf(to) },
    { ...whole, from: dayOf(first), to: dayOf(last) },
    { ...whole, from: dayOf(first), to: dayOf(to), label: random.pick(['api', 'web']) },
    { ...whole, from: dayOf(from), to: dayOf(last), agent: random.pick(agents).agent ?? '' },
    ...edges.filter((one) => one.from <= one.to),
  ]
}

const logs = new WeakMap<Studio, Promise<RawEvent[]>>()

async function compare(baton: Baton, studio: Studio, told: Told, { operation, slug, projects, ...narrowed }: Asked): Promise<string[]> {
  // Nothing is written anymore by the time questions are asked, so the log is read once.
  const log =
    logs.get(studio) ??
    baton.look<RawEvent>('select at, type, user_id, agent_id, project_id, subject_id, data from events where org_id = $1 order by seq', [
      studio.org,
    ])
  logs.set(studio, log)
  const person = studio.people[0]!
  studio.now.at = Date.parse('2027-06-01')
  const answer = await studio.run(operation, person, { ...narrowed, ...(slug !== undefined && { project: slug }) })
  const hand = countByHand(await log, told, { projects, ...narrowed, now: studio.now.at })
  return differences(answer, hand, narrowed.label === undefined)
}

/** Holds back the end of random histories: how often the work was finished by the forecast day. */
function foresee(count: number, seed: number): { p50: number; p85: number } {
  const held = { p50: 0, p85: 0 }
  for (let run = 0; run < count; run++) {
    const random = new Random(seed * 7_919 + run)
    const next = pace(random)
    const daily = Array.from({ length: 28 + random.below(57) }, next)
    if (daily.reduce((sum, one) => sum + one, 0) < 5) {
      run--
      seed++
      continue
    }
    let left = 5 + random.below(60)
    const { p50, p85 } = forecastOf(daily, left, '2026-01-01')
    let days = 0
    while (left > 0 && days < 2000) {
      left -= next()
      days++
    }
    const end = dayOf(Date.parse('2026-01-01') + days * day)
    if (p50 !== null && end <= p50) held.p50++
    if (p85 === null || end <= p85) held.p85++
  }
  return { p50: held.p50 / count, p85: held.p85 / count }
}

/** A team's daily throughput: its own rate, slow weekends, good and bad weeks, and some bursts. */
function pace(random: Random): () => number {
  const rate = 0.3 + random.next() * 3
  const [weekend, unrest, burst] = [random.next(), random.next() * 0.5, random.next() * 0.1]
  let [at, week] = [random.below(7), 1]
  return () => {
    at = (at + 1) % 7
    if (at === 0) week = 1 - unrest + random.next() * 2 * unrest
    const mean = rate * week * (at >= 5 ? weekend : 1) * (random.chance(burst) ? 4 : 1)
    // A Poisson sample by multiplying uniform random numbers.
    let [product, number] = [random.next(), 0]
    for (const limit = Math.exp(-mean); product > limit; product *= random.next()) number++
    return number
  }
}
