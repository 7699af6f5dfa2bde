import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Baton } from '../harness/baton.ts'
import { Person, send } from '../harness/person.ts'
import { percentile } from './outages/load.ts'
import { startProgram } from './programs.ts'

interface Size {
  seconds: number
  imports: number
  pictures: number
  sockets: number
  texts: number
  /** The allowed ratio of each call's 99th percentile to its quiet one; null: only reported. */
  slowdown: number | null
}

const kinds = ['login', 'search', 'list'] as const
type Times = Record<(typeof kinds)[number], number[]> & { again: number }

/** A tenant logs in, searches and lists, first alone and then while one account of another tenant does its worst. */
export const proof = {
  name: 'neighbours',
  claim: 'one account that imports, uploads, floods and stores all it can does not keep another tenant from working',
  timed: true,
  short: { seconds: 6, imports: 4, pictures: 8, sockets: 200, texts: 50, slowdown: null } as Size,
  full: { seconds: 90, imports: 12, pictures: 50, sockets: 2000, texts: 50, slowdown: 3 } as Size,

  async run(baton: Baton, { seconds, imports, pictures, sockets, texts, slowdown }: Size): Promise<Record<string, number>> {
    // The limits of a real instance, because they are what this proves.
    const limits = { READS_PER_MINUTE: '1200', WRITES_PER_MINUTE: '600', DATABASE_POOL: '10', REGISTRATIONS_PER_HOUR: '1000' }
    const [server, worker] = [await startProgram(baton, 'serve', limits), await startProgram(baton, 'worker', limits)]
    const script = fileURLToPath(new URL('hostile/hostile-account.ts', import.meta.url))
    const hostile = spawn(process.execPath, [script, server.url, ...[imports, pictures, sockets, texts].map(String)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    // An attacker would use a separate machine; only the load it puts on the server counts here.
    if (hostile.pid) setPriority(hostile.pid, constants.priority.PRIORITY_LOW)
    try {
      await once(hostile.stdout, 'data')
      const person = await Person.register(server.url, `neighbour-${Date.now() % 1e8}`)
      await person.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
      for (let number = 0; number < 50; number++) await person.do('POST', '/api/tasks', { project: 'web', title: `Task ${number}` })
      await measure(server.url, person, 2)
      const quiet = await measure(server.url, person, seconds)
      hostile.stdin.write('go\n')
      const beside = await measure(server.url, person, seconds)
      const told = Promise.race([once(hostile.stdout, 'data'), once(hostile, 'exit')]) as Promise<[Buffer]>
      hostile.kill('SIGTERM')
      const { taken, refused } = JSON.parse((await told)[0].toString()) as { taken: number; refused: number }
      const figures: Record<string, number> = { taken, refused, come_again: beside.again }
      if (slowdown !== null && beside.again > 0) throw new Error(`the neighbour was told ${beside.again} times to come again`)
      for (const kind of kinds) {
        const ratio = percentile(beside[kind], 0.99) / percentile(quiet[kind], 0.99)
        figures[`${kind}_p99_ratio`] = Math.round(ratio * 100) / 100
        figures[`${kind}_median_ratio`] = Math.round((percentile(beside[kind], 0.5) / percentile(quiet[kind], 0.5)) * 100) / 100
      }
      const slow = kinds.filter((kind) => slowdown !== null && (figures[`${kind}_p99_ratio`] ?? 0) > slowdown)
      if (slow.length > 0) throw new Error(`${slow.join(', ')} took more than ${slowdown} times as long: ${JSON.stringify(figures)}`)
      return figures
    } finally {
      hostile.kill('SIGKILL')
      for (const program of [server, worker]) {
        program.process.removeAllListeners('exit')
        program.stop()
      }
    }
  },
}

/** Every call must succeed, except for 503, which is counted. */
async function measure(url: string, person: Person, seconds: number): Promise<Times> {
  const times: Times = { login: [], search: [], list: [], again: 0 }
  const until = performance.now() + seconds * 1000
  const calls = {
    login: () => send(url, 'POST', '/api/auth/login', { email: person.user.email, password: person.password }),
    search: () => person.call('GET', '/api/search?q=task'),
    list: () => person.call('GET', '/api/tasks?project=web'),
  }
  while (performance.now() < until) {
    for (const kind of kinds) {
      const from = performance.now()
      const { status } = await calls[kind]()
      // An overloaded server answers 503; they are counted, and at full size there must be none.
      if (status === 503) times.again++
      else if (status !== 200) throw new Error(`${kind} of the neighbour answered ${status}`)
      else times[kind].push(performance.now() - from)
    }
    await pause(50)
  }
  return times
}
