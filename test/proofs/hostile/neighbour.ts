import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Person, send } from '../../harness/person.ts'
import { percentile } from '../outages/load.ts'

const kinds = ['login', 'search', 'list', 'live'] as const
type Kind = (typeof kinds)[number]
/** Milliseconds of each call, and how often a busy server said to come again. */
export type Times = Record<Kind, number[]> & { again: number }

/** Another tenant, with a project of their own. */
export async function settleIn(url: string): Promise<Person> {
  const person = await Person.register(url, `neighbour-${Date.now() % 1e8}`)
  await person.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  for (let number = 0; number < 50; number++) await person.do('POST', '/api/tasks', { project: 'web', title: `Task ${number}` })
  return person
}

/** They log in, search and list, and somebody asks whether the process lives, for as long as `goesOn` says. Every call must succeed, except for 503. */
export async function work(url: string, person: Person, goesOn: () => boolean): Promise<Times> {
  const times: Times = { login: [], search: [], list: [], live: [], again: 0 }
  let people = 0
  // A tenant's people are at many addresses; behind a proxy that is trusted, the server sees them.
  const elsewhere = () => ({ 'x-forwarded-for': `198.51.${(++people >> 8) % 256}.${people % 256}` })
  const calls: Record<Kind, () => Promise<{ status: number }>> = {
    login: () => send(url, 'POST', '/api/auth/login', { email: person.user.email, password: person.password }, elsewhere()),
    search: () => person.call('GET', '/api/search?q=task'),
    list: () => person.call('GET', '/api/tasks?project=web'),
    live: () => send(url, 'GET', '/health/live'),
  }
  while (goesOn()) {
    for (const kind of kinds) {
      const from = performance.now()
      const { status } = await calls[kind]()
      if (status === 503) times.again++
      else if (status !== 200) throw new Error(`${kind} of the neighbour answered ${status}`)
      else times[kind].push(performance.now() - from)
    }
    await pause(50)
  }
  return times
}

/** For `goesOn`. */
export function forSeconds(seconds: number): () => boolean {
  const until = performance.now() + seconds * 1000
  return () => performance.now() < until
}

/** How many times as long the neighbour's calls took, and how long the process took to say that it lives. */
export function compare(quiet: Times, beside: Times): Record<string, number> {
  const rounded = (value: number) => Math.round(value * 100) / 100
  const ratios = kinds.flatMap((kind) =>
    (
      [
        ['median', 0.5],
        ['p99', 0.99],
      ] as const
    ).map(([name, share]) => [`${kind}_${name}_ratio`, rounded(percentile(beside[kind], share) / percentile(quiet[kind], share))]),
  )
  return { come_again: beside.again, ...Object.fromEntries(ratios), live_p99_ms: rounded(percentile(beside.live, 0.99)) }
}
