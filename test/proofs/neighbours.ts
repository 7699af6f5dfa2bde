import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Baton } from '../harness/baton.ts'
import { compare, forSeconds, settleIn, work } from './hostile/neighbour.ts'
import { startProgram } from './programs.ts'
import { claimed } from './proof.ts'

interface Size {
  seconds: number
  imports: number
  pictures: number
  sockets: number
  texts: number
  /** Requests that the anonymous address has under way at a time. */
  anonymous: number
  /** The allowed ratio of each call's 99th percentile to its quiet one, and how long the process may take to say that it lives; null: only reported. */
  slowdown: number | null
  live: number | null
}

/**
 * A tenant logs in, searches and lists, first alone and then while one account of another tenant, its machine, and an anonymous address do
 * their worst.
 */
export const proof = {
  name: 'neighbours',
  claim: 'one account, one machine and one anonymous address at their worst do not keep another tenant from working',
  timed: true,
  short: { seconds: 6, imports: 4, pictures: 8, sockets: 200, texts: 50, anonymous: 3, slowdown: null, live: null } as Size,
  full: { seconds: 60, imports: 12, pictures: 50, sockets: 2000, texts: 50, anonymous: 3, slowdown: 3, live: 100 } as Size,

  async run(
    baton: Baton,
    { seconds, imports, pictures, sockets, texts, anonymous, slowdown, live }: Size,
  ): Promise<Record<string, number>> {
    // The limits of a real instance, because they are what this proves; and as behind a proxy, so that each has an address of its own.
    const limits = {
      ...{ READS_PER_MINUTE: '1200', WRITES_PER_MINUTE: '600', ANONYMOUS_PER_MINUTE: '60', STREAMS_PER_USER: '100' },
      ...{ DATABASE_POOL: '10', TRUSTED_PROXIES: '127.0.0.1' },
    }
    const [server, worker] = [await startProgram(baton, 'serve', limits), await startProgram(baton, 'worker', limits)]
    const script = fileURLToPath(new URL('hostile/hostile-account.ts', import.meta.url))
    const hostile = spawn(process.execPath, [script, server.url, ...[imports, pictures, sockets, texts, anonymous].map(String)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    // An attacker would use a separate machine; only the load it puts on the server counts here.
    if (hostile.pid) setPriority(hostile.pid, constants.priority.PRIORITY_LOW)
    try {
      await once(hostile.stdout, 'data')
      const person = await settleIn(server.url)
      await work(server.url, person, forSeconds(2))
      const quiet = await work(server.url, person, forSeconds(seconds))
      hostile.stdin.write('go\n')
      const beside = await work(server.url, person, forSeconds(seconds))
      const told = Promise.race([once(hostile.stdout, 'data'), once(hostile, 'exit')]) as Promise<[Buffer]>
      hostile.kill('SIGTERM')
      const answered = JSON.parse((await told)[0].toString()) as Record<string, number>
      const figures: Record<string, number> = { ...answered, ...compare(quiet, beside) }
      const ratios = ['login', 'search', 'list'].map((kind) => [`${kind}_p99_ratio`, slowdown])
      return claimed<Record<string, number>>(figures, {
        most: { ...Object.fromEntries(ratios), live_p99_ms: live, come_again: slowdown === null ? null : 0 },
        least: { machine_frames: 1, bodies: 1 },
      })
    } finally {
      hostile.kill('SIGKILL')
      for (const program of [server, worker]) {
        program.process.removeAllListeners('exit')
        program.stop()
      }
    }
  },
}
