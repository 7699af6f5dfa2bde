import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { judge as judgeBoard } from './dashboard-data.ts'
import { judge as judgeHub, proof as hub } from './hub.ts'
import { allParts, claimed } from './proof.ts'
import { judge as judgeSearch, proof as search } from './search.ts'

// What the full runs judge, with a fault planted for each condition: a condition that can't fail proves nothing.

test('every figure that is not as claimed is named', () => {
  const figures = { lost: 1, slowest_s: 6, decided: 2, unknown: Number.NaN, fine: 0 }
  expect(claimed(figures, { is: { fine: 0 }, most: { slowest_s: 6 }, least: { decided: 2 } })).toBe(figures)
  expect(() => claimed(figures, { is: { lost: 0, fine: 0 }, most: { slowest_s: 5 }, least: { decided: 3 } })).toThrow(
    'lost is 1, not 0; slowest_s is 6, at most 5; decided is 2, at least 3',
  )
})

test('a figure that is missing or no number is not as claimed; a limit that is null is not judged', () => {
  const figures: Record<string, number> = { unknown: Number.NaN }
  for (const claims of [
    { most: { unknown: 1 } },
    { least: { unknown: 0 } },
    { is: { unknown: 0 } },
    { most: { gone: 1 } },
    { is: { gone: 0 } },
  ])
    expect(() => claimed(figures, claims), JSON.stringify(claims)).toThrow(/unknown is NaN|gone is undefined/)
  expect(claimed(figures, { most: { unknown: null } })).toBe(figures)
})

test('without a place to keep them, the parts of a proof are just done', async () => {
  expect(await allParts.part('one', async () => 1)).toBe(1)
})

test('the hub: gaps, doubled and missing deliveries, missing reconnects and a slow fan-out', () => {
  const good = { deliveries: 4, gaps: 0, doubled: 0, resyncs: 0, reconnects: 2, fewest: 2, most: 2, busy_ms: 1, memory_mb: 1 }
  const size = { sockets: 2, events: 2, ratio: 0.5, least: hub.full.least }
  expect(() => judgeHub(size, good)).not.toThrow()
  expect(() => judgeHub({ ...size, ratio: 0.49 }, good)).toThrow('fan-out')
  expect(() => judgeHub({ ...size, ratio: null }, good)).toThrow('fan-out')
  expect(() => judgeHub(size, { ...good, deliveries: 3 })).toThrow('3 deliveries')
  expect(() => judgeHub(size, { ...good, doubled: 1 })).toThrow('1 doubled')
  expect(() => judgeHub(size, { ...good, gaps: 1 })).toThrow('1 gaps')
  expect(() => judgeHub(size, { ...good, reconnects: 1 })).toThrow('1 reconnects')
})

test('a search: too much CPU, and too slow beside its statements', () => {
  const cost = { p50: 9, server: 30, database: 30, statements: 20, bare: { p50: 5, cpu: 20 }, toBare: 2 }
  expect(judgeSearch(2000, search.full, cost, cost)).toEqual([])
  expect(judgeSearch(2000, search.full, { ...cost, server: 31 }, cost).join()).toContain('61 ms of CPU')
  expect(judgeSearch(100_000, search.full, cost, { ...cost, toBare: 2.1 }).join()).toContain('2.1 times its bare statements')
})

test('the board: too many requests, too many bytes, a late first card', () => {
  const good = { tasks: 1, board_requests: 20, board_bytes: 1_000_000, first_card_ms: 1000, agents: 1, wall_bytes_a_minute: 200_000 }
  expect(judgeBoard(good, 1000)).toBe(good)
  for (const name of ['board_requests', 'board_bytes', 'first_card_ms', 'wall_bytes_a_minute'] as const)
    expect(() => judgeBoard({ ...good, [name]: good[name] + 1 }, 1000), name).toThrow(`${name} is`)
  expect(() => judgeBoard({ ...good, first_card_ms: 9000 }, null)).not.toThrow()
})

/** Why their short size is no test. */
const fullOnly: Record<string, string> = {
  'admin-lists': 'judges times; the database pages of small tables say nothing about large ones, which are read by other plans',
  alerts: 'takes minutes and a PostgreSQL, a disk and a Prometheus of its own; test/operations/alerts.test.ts runs the rules of each',
  clients: 'test/clients starts three of the programs',
  'client-windows': 'test/clients starts two windows of one program',
  'dispatched-clients': 'test/clients dispatches one of the programs',
  embedding: 'judges the delay of an event loop and the rate of a model',
  idle: 'judges the CPU time of idle processes and the time of answers beside sockets',
  'login-timing': 'judges times',
  'memory-cost': 'judges CPU time beside that of another checkout',
  neighbours: 'judges times',
  rollback: 'needs the history of the clone and starts nine processes twice; test/rolling runs the statements of the version before',
  search: 'judges CPU time and times',
}

test('every proof runs at its short size with the other tests, or judges what only a quiet machine shows', () => {
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const root = new URL('../../', import.meta.url).pathname
  const tests = globSync('test/{proofs,machines}/*.test.ts', { cwd: root }).map(read).join('\n')
  const proofs = globSync('test/proofs/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
    .filter((file) => /^export const proof\b/m.test(read(file)))
    .map((file) => file.slice('test/proofs/'.length, -'.ts'.length))
  const isRun = (name: string) => new RegExp(`proof(?: as (\\w+))? \\} from '[./a-z]*/${name}\\.ts'`).test(tests)
  const left = proofs.filter((name) => !isRun(name) || name === 'search')
  expect(left.toSorted()).toEqual(Object.keys(fullOnly).toSorted())
})
