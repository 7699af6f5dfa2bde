import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { operations } from '../../src/capabilities/operations.ts'
import { migrate } from '../../src/platform/migrations.ts'
import { bootstrap } from '../../src/platform/provision.ts'
import type { Baton } from '../harness/baton.ts'
import { Person } from '../harness/person.ts'
import { startPooler } from '../harness/pooler.ts'
import { waitFor } from '../harness/wait.ts'
import { startPair, type Pair } from './failover/pair.ts'
import { Load } from './outages/load.ts'
import { startProgram } from './programs.ts'
import { claimed, type Parts } from './proof.ts'

interface Size {
  people: number
  /** How long the load runs before the primary fails, and again after writes have come back. */
  seconds: number
  /** From the failure to the promotion: what a failover manager takes to be sure. */
  gap: number
  ways: readonly ('direct' | 'pooled')[]
  /** In milliseconds, from the promotion to the first acknowledged write; null: not judged. */
  back: number | null
}

/** A primary with a synchronous standby fails under load, and the standby takes over. */
export const proof = {
  name: 'failover',
  claim: 'a failover to a synchronous standby loses and doubles no acknowledged write, answers nothing but 2xx and 503, and writes go on',
  short: { people: 2, seconds: 1, gap: 1, ways: ['direct'], back: null } as Size,
  full: { people: 5, seconds: 8, gap: 6, ways: ['direct', 'pooled'], back: 5_000 } as Size,
  timed: true,
  inputs: ['src/**', 'database/**', 'docs/self-hosting.md', 'scripts/debian-13.sh'],

  async run(baton: Baton, size: Size, parts?: Parts) {
    const figures: Record<string, number> = {}
    for (const way of size.ways) {
      const found = await (parts ? parts.part(way, () => failOver(baton, way, size)) : failOver(baton, way, size))
      for (const [name, value] of Object.entries(found)) figures[`${way}_${name}`] = value
    }
    const each = (name: string, value: number) => Object.fromEntries(size.ways.map((way) => [`${way}_${name}`, value]))
    return claimed(figures, {
      is: { ...each('lost', 0), ...each('doubled', 0), ...each('odd', 0), ...each('ended', 0) },
      most: size.back === null ? {} : each('back_ms', size.back),
      least: { ...each('acknowledged', 1), ...each('refused', 1) },
    })
  },
}

async function failOver(baton: Baton, way: Size['ways'][number], { people, seconds, gap }: Size) {
  const closing: (() => unknown)[] = []
  try {
    const pair = await startPair()
    closing.unshift(() => pair.close())
    const direct = Object.assign(new URL(pair.adminUrl), { username: '', password: '', pathname: '/failover' }).href
    const target = { DATABASE_URL: direct, DATABASE_KEY: baton.config.DATABASE_KEY }
    await bootstrap(pair.adminUrl, target)
    await migrate(
      target,
      [...operations.values()].filter(({ contract }) => contract.job).map(({ name }) => name),
    )
    const url = Object.assign(new URL(direct), { port: String(pair.port) }).href
    const pooler = way === 'pooled' ? await startPooler({ ...target, DATABASE_URL: url }) : null
    if (pooler) closing.unshift(() => pooler.stop())
    const settings = { DATABASE_URL: pooler?.url ?? url, REDIS_PREFIX: `failover-${way}-${process.pid}-` }
    let ended = 0
    const programs = []
    for (const name of ['serve', 'serve', 'worker'] as const) {
      const program = await startProgram(baton, name, settings)
      program.process.removeAllListeners('exit').on('exit', () => void ended++)
      closing.unshift(() => (program.process.removeAllListeners('exit'), program.stop()))
      programs.push(program)
    }
    const load = new Load()
    closing.unshift(() => load.stop())
    for (let number = 0; number < people; number++) {
      const { url: server } = programs[number % 2] ?? { url: '' }
      const person = await Person.register(server, `${way}-${number}`)
      await person.do('POST', '/api/projects', { name: 'Outage', slug: 'outage' })
      load.work(server, person)
    }
    await waitFor('writes', () => load.acknowledged.size > people)
    await pause(seconds * 1000)
    pair.killPrimary()
    const failed = performance.now()
    await pause(gap * 1000)
    pair.promote()
    const promoted = performance.now()
    const written = await waitFor('a write after the promotion', () => load.calls.find(isWriteAfter(promoted)))
    await pause(seconds * 1000)
    await load.stop()
    const answers = load.between(0, Infinity)
    const odd = answers.filter(({ status }) => status !== 503 && (status < 200 || status > 299))
    if (odd.length > 0) console.error(Object.groupBy(odd, ({ kind, status }) => `${kind} ${status}`))
    return {
      calls: answers.length,
      acknowledged: load.acknowledged.size,
      refused: load.between(failed, Infinity).filter(({ status }) => status === 503).length,
      odd: odd.length,
      ended,
      back_ms: Math.round(written.at + written.ms - promoted),
      ...(await counted(pair, load.acknowledged)),
    }
  } finally {
    for (const close of closing) await close()
  }
}

const isWriteAfter = (promoted: number) => (call: Load['calls'][number]) =>
  call.kind === 'create' && call.status === 201 && call.at + call.ms > promoted

/** What the promoted standby has of what was acknowledged. */
async function counted(pair: Pair, acknowledged: ReadonlySet<string>) {
  const client = new pg.Client({ connectionString: Object.assign(new URL(pair.adminUrl), { pathname: '/failover' }).href })
  await client.connect()
  try {
    const { rows } = await client.query<{ title: string; count: number }>(
      "select title, count(*)::integer as count from work_items where title like 'written %' group by title",
    )
    const counts = new Map(rows.map(({ title, count }) => [title, count]))
    return {
      lost: [...acknowledged].filter((title) => !counts.has(title)).length,
      doubled: rows.filter(({ count }) => count > 1).length,
    }
  } finally {
    await client.end()
  }
}
