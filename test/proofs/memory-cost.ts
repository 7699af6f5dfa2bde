import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { makeSentences } from '../../bench/memory/sentences.ts'
import type { Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { startProgram, type Program } from './programs.ts'
import { claimed, type Figures } from './proof.ts'

interface Size {
  /** Memories that each version's project holds to begin with. */
  there: number
  memories: number
  rounds: number
  /** Allowed CPU of storing, beside that of the version before, worker and database included; null: only reported. */
  ratio: number | null
}

const millisecondsPerTick = 10
/** Between two stores: slow enough for a worker to keep up. */
const every = 50

/**
 * Stores memories with the server and the worker of this checkout and of the one in BEFORE, in turns, each until all are embedded, and adds up
 * the CPU time of server, worker and database connections.
 */
export const proof = {
  name: 'memory-cost',
  claim: 'a memory that is embedded when it is stored costs no more CPU than one that is embedded by the worker',
  timed: true,
  inputs: ['src/**', 'database/**'],
  short: { there: 100, memories: 40, rounds: 2, ratio: null } as Size,
  full: { there: 1000, memories: 200, rounds: 8, ratio: 1.1 } as Size,

  async run(baton: Baton, { there, memories, rounds, ratio }: Size): Promise<Figures> {
    const before = process.env['BEFORE']
    if (!before) throw new Error('Set BEFORE to a checkout of the version to compare with, with its node_modules.')
    const { stored } = makeSentences(there + rounds * memories, 1)
    const person = await baton.person()
    const sides = [new Side(baton, person, 'before', before), new Side(baton, person, 'now')]
    for (const side of sides) await side.fill(stored.slice(0, there))
    for (let round = 0; round < rounds; round++) {
      const texts = stored.slice(there + round * memories, there + (round + 1) * memories)
      // Whoever goes second finds warmer caches.
      for (const side of round % 2 ? sides.toReversed() : sides) await side.round(texts)
    }
    const [was, is] = sides.map(({ rounds: all }) => figuresOf(all, memories))
    if (!was || !is) throw new Error('two sides')
    const figures = {
      ...{ there, memories: memories * rounds, ratio: Math.round((is.all / was.all) * 1000) / 1000 },
      ...{ before_ms: was.all, before_server_ms: was.server, before_worker_ms: was.worker, before_database_ms: was.database },
      ...{ now_ms: is.all, now_server_ms: is.server, now_worker_ms: is.worker, now_database_ms: is.database },
    }
    return claimed<typeof figures>(figures, { most: { ratio } })
  },
}

interface Spent {
  server: number
  worker: number
  database: number
}

function figuresOf(all: readonly Spent[], memories: number) {
  const each = (of: keyof Spent) => Math.round((all.reduce((sum, one) => sum + one[of], 0) / all.length / memories) * 100) / 100
  const [server, worker, database] = [each('server'), each('worker'), each('database')]
  return { server, worker, database, all: Math.round((server + worker + database) * 100) / 100 }
}

class Side {
  readonly rounds: Spent[] = []
  readonly #baton: Baton
  readonly #person: Person
  readonly #name: string
  readonly #root: string | undefined

  constructor(baton: Baton, person: Person, name: string, root?: string) {
    this.#baton = baton
    this.#person = person
    this.#name = name
    this.#root = root
  }

  async fill(texts: readonly string[]): Promise<void> {
    await this.#person.do('POST', '/api/projects', { name: this.#name, slug: this.#name })
    const { programs, stop } = await this.#start()
    for (let from = 0; from < texts.length; from += 100) {
      const entries = texts.slice(from, from + 100).map((content) => ({ content }))
      await this.#send(programs[0], '/api/memories/batch', { project: this.#name, entries })
    }
    await this.#embedded()
    stop()
  }

  async round(texts: readonly string[]): Promise<void> {
    const { programs, stop } = await this.#start()
    // Loads the model, wherever it is used.
    for (const content of ['Warm up once', 'Warm up twice', 'And again']) {
      await this.#send(programs[0], '/api/memories', { project: this.#name, content: `${content} ${this.rounds.length}` })
      await this.#embedded()
    }
    const start = await this.#ticks(programs)
    const until = Date.now() + texts.length * every + 5000
    for (const content of texts) {
      await this.#send(programs[0], '/api/memories', { project: this.#name, content })
      await pause(every)
    }
    await this.#embedded()
    // Both sides are watched equally long, since idle programs cost something too.
    await pause(Math.max(0, until - Date.now()))
    const end = await this.#ticks(programs)
    this.rounds.push({
      server: (end.server - start.server) * millisecondsPerTick,
      worker: (end.worker - start.worker) * millisecondsPerTick,
      database: [...end.database].reduce((sum, [pid, now]) => sum + now - (start.database.get(pid) ?? 0), 0) * millisecondsPerTick,
    })
    stop()
  }

  async #start(): Promise<{ programs: [Program, Program]; stop(): void }> {
    const start = (name: 'serve' | 'worker') => startProgram(this.#baton, name, { NODE_ENV: 'production' }, undefined, this.#root)
    const programs: [Program, Program] = [await start('serve'), await start('worker')]
    const stop = () => {
      for (const program of programs) {
        program.process.removeAllListeners('exit')
        program.stop()
      }
    }
    return { programs, stop }
  }

  async #send({ url }: Program, path: string, body: object): Promise<void> {
    const headers = { authorization: `Bearer ${this.#person.token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const said = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${said.slice(0, 200)}`)
  }

  async #embedded(): Promise<void> {
    for (;;) {
      const [row] = await this.#baton.look('select 1 from memories where embedded_as is null and deleted_at is null limit 1')
      if (!row) return
      await pause(250)
    }
  }

  async #ticks([server, worker]: readonly [Program, Program]) {
    const pids = await this.#baton.look<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and usename like 'baton%' and pid <> pg_backend_pid()",
    )
    const database = new Map(pids.map(({ pid }) => [pid, ticksOf(pid)]))
    return { server: ticksOf(server.process.pid), worker: ticksOf(worker.process.pid), database }
  }
}

function ticksOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return Number(user) + Number(system)
  } catch {
    return 0
  }
}
