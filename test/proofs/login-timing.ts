import type { Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'

interface Size {
  pairs: number
}

/** The t value above which dudect considers two timings different. */
const threshold = 4.5

/** Wrong passwords for an existing and a nonexistent account, alternately; the slowest tenth is treated as noise. */
export const proof = {
  name: 'login-timing',
  claim: 'login takes the same time whether the account exists',
  timed: true,
  short: { pairs: 30 },
  full: { pairs: 200 },
  async run(baton: Baton, { pairs }: Size): Promise<Record<string, number>> {
    const { email } = (await baton.person()).user
    const times = { known: [] as number[], unknown: [] as number[] }
    const measure = async (address: string): Promise<number> => {
      const started = performance.now()
      const { status } = await send(baton.url, 'POST', '/api/auth/login', { email: address, password: 'not this one' })
      const taken = performance.now() - started
      if (status !== 401) throw new Error(`expected 401, got ${status}`)
      return taken
    }
    for (let pair = -3; pair < pairs; pair++) {
      const absent = `absent-${String(pair).padStart(4, '0')}@example.com`
      const order = pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const kind of order) {
        const taken = await measure(kind === 'known' ? email : absent)
        if (pair >= 0) times[kind].push(taken)
      }
      await baton.look('delete from auth.attempts')
    }
    const cut = quantile([...times.known, ...times.unknown], 0.9)
    const [known, unknown] = [times.known, times.unknown].map((all) => summary(all.filter((time) => time <= cut)))
    if (!known || !unknown) throw new Error('nothing was measured')
    const error = Math.sqrt(known.variance / known.count + unknown.variance / unknown.count)
    const t = (known.mean - unknown.mean) / error
    if (!(Math.abs(t) < threshold)) throw new Error(`the timings differ: t = ${t.toFixed(2)}, means ${known.mean} and ${unknown.mean} ms`)
    return {
      pairs,
      known_ms: round(known.mean),
      unknown_ms: round(unknown.mean),
      difference_ms: round(known.mean - unknown.mean),
      standard_error_ms: round(error),
      smallest_noticed_ms: round(threshold * error),
      welch_t: round(t),
    }
  },
}

const round = (value: number): number => Math.round(value * 1000) / 1000

const quantile = (values: number[], share: number): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

function summary(values: number[]): { count: number; mean: number; variance: number } {
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  return { count, mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1) }
}
