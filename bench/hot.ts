import { spread, type Cast } from './cast.ts'
import { createTask, measure, type Work } from './load.ts'
import { beside, median, rounded, table } from './table.ts'

/** The least that creates in one project should be of the same spread over eight organizations. */
const least = 0.75

/** Who waits for whom: creates in eight organizations, in eight projects of one, and in one project. */
export async function compareHotRows(url: string, cast: Cast, rounds: number, seconds: number): Promise<void> {
  const apart: Work = { ...createTask(cast, 'spread0'), bearers: cast.neighbours }
  const places: [string, Work, number | undefined][] = [
    ['one organization, eight projects', createTask(cast, 'spread[<8>]'), undefined],
    ['one project', createTask(cast, 'spread0'), least],
  ]
  for (const work of [apart, ...places.map(([, work]) => work)]) await measure(url, work, 1)
  const ratios = new Map<string, number[]>(places.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    const free = await measure(url, apart, seconds)
    for (const [name, work] of places) ratios.get(name)?.push((await measure(url, work, seconds)).perSecond / free.perSecond)
  }
  const row = table(['creates in', `to creates in ${spread.length} organizations`, 'at least', 'rounds'])
  for (const [name, , bar] of places) {
    const seen = ratios.get(name) ?? []
    row([name, beside(median(seen), bar), bar ?? '', rounded(seen)[1]])
  }
}
