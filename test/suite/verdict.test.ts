import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRun, type RunRecord } from './run-record.ts'
import { closing, filesToRepeat, judge, type Run, type Unsteady, type Verdict } from './verdict.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const today = new Date('2026-11-19T12:00:00Z')

/** Test files as a contributor might write them, each with one fault, run by the real Vitest and its reporter. */
const planted = {
  good: `test('is fine', () => expect(1).toBe(1))`,
  broken: `test('is broken', () => expect(1).toBe(2))`,
  unsteady: `test('passes the second time', () => { const again = existsSync('seen'); writeFileSync('seen', ''); expect(again).toBe(true) })`,
  rejecting: `test('leaves a rejection behind', async () => { void Promise.reject(new Error('nobody awaited this')); await new Promise((r) => setTimeout(r, 50)) })`,
  throwing: `test('throws later', async () => { setTimeout(() => { throw new Error('thrown by a timer') }); await new Promise((r) => setTimeout(r, 50)) })`,
  unloadable: `throw new Error('does not load')`,
  unloadableAgain: `if (existsSync('once')) throw new Error('does not load again')\nwriteFileSync('once', '')\ntest('fails once', () => expect(1).toBe(2))`,
  hooked: `beforeAll(() => { throw new Error('the hook threw') })\ntest('never runs', () => {})`,
  killed: `test('kills its worker', () => process.kill(process.pid, 'SIGKILL'))`,
  stuck: `test('kills everything', async () => { process.kill(process.ppid, 'SIGKILL'); await new Promise((r) => setTimeout(r, 5000)) })`,
  empty: `export const nothing = 1`,
} as const
type Planted = keyof typeof planted

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-verdict-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const head = `import { existsSync, writeFileSync } from 'node:fs'\nimport { beforeAll, expect, test } from 'vitest'\n`
  for (const [name, text] of Object.entries(planted)) writeFileSync(join(folder, `${name}.test.ts`), head + text)
  writeFileSync(join(folder, 'vitest.config.ts'), `export default { test: { pool: 'forks', maxWorkers: 1 } }`)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
})
afterAll(() => rmSync(folder, { recursive: true }))

function vitest(names: readonly string[]): Run {
  const path = join(folder, 'record.json')
  rmSync(path, { force: true })
  const args = ['run', '--reporter=dot', `--reporter=${root}test/suite/reporter.ts`, ...names]
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: folder,
    env: { ...process.env, TEST_RECORD: path, VITEST: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined },
  })
  return { status: status ?? 1, record: readRun(path) }
}

/** Runs these files as `npm test` does: once, and those that failed once more. */
function verdictOf(names: readonly Planted[], tolerated: Unsteady = []): Verdict {
  for (const left of ['seen', 'once']) rmSync(join(folder, left), { force: true })
  const first = vitest(names.map((name) => `${name}.test.ts`))
  const files = filesToRepeat(first)
  return judge(first, files.length > 0 ? vitest(files) : undefined, tolerated, today)
}

test('what is fine is green', () => {
  expect(closing(verdictOf(['good']))).toBe('unsteady: 0\n1 passed, 0 failed')
})

/** What Vitest survives is planted all at once; each fault has to be named. */
const survived: [Planted, string][] = [
  ['broken', 'failed: broken.test.ts > is broken'],
  ['unsteady', 'unsteady: unsteady.test.ts > passes the second time'],
  ['rejecting', 'nobody awaited this'],
  ['throwing', 'thrown by a timer'],
  ['unloadable', 'does not load'],
  ['unloadableAgain', 'does not load again'],
  ['hooked', 'the hook threw'],
  ['empty', 'empty.test.ts'],
]

test('whatever is at fault is red, and the verdict says what', () => {
  const { passed, failed, lines } = verdictOf(['good', ...survived.map(([name]) => name)])
  for (const [name, why] of survived) expect(lines.join('\n'), name).toContain(why)
  expect(failed).toBeGreaterThanOrEqual(survived.length)
  expect(passed).toBe(3)
})

test.each<[Planted, string]>([
  ['killed', 'killed.test.ts'],
  ['stuck', 'left no record'],
])('a process that is %s is red, and the verdict says why', (name, why) => {
  const { failed, lines } = verdictOf(['good', name])
  expect(failed).toBeGreaterThan(0)
  expect(lines.join('\n')).toContain(why)
})

test('an unhandled error is red also when something else passes the second time', () => {
  const cause = 'It looks for a file that its own first run leaves behind.'
  const tolerated = [{ test: 'unsteady.test.ts > passes the second time', cause, until: '2026-11-25' }]
  const both = verdictOf(['unsteady', 'rejecting'], tolerated)
  expect(both).toMatchObject({ passed: 2, failed: 1, unsteady: 1 })
  expect(both.lines.join('\n')).toContain('nobody awaited this')
  expect(verdictOf(['unsteady', 'good'], tolerated)).toMatchObject({ passed: 2, failed: 0, unsteady: 1 })
})

test('a file that fails to load when it is repeated is red, also if it is tolerated', () => {
  const cause = 'It leaves a file behind that keeps it from loading again.'
  const tolerated = [{ test: 'unloadableAgain.test.ts > fails once', cause, until: '2026-11-25' }]
  expect(verdictOf(['good', 'unloadableAgain'], tolerated).failed).toBeGreaterThan(0)
})

const record = (state: 'passed' | 'failed'): RunRecord => ({
  started: today.toISOString(),
  seconds: 1,
  unhandled: [],
  files: [{ file: 'a.test.ts', seconds: 1, faults: [], tests: [{ name: 'holds', state, seconds: 1 }] }],
})

test('what is tolerated has an end, at most seven days away', () => {
  const tolerate = (until: string) => [{ test: 'a.test.ts > holds', cause: 'A cause that is known and will be mended.', until }]
  const run = (until: string) =>
    judge({ status: 1, record: record('failed') }, { status: 0, record: record('passed') }, tolerate(until), today)
  expect(run('2026-11-26')).toMatchObject({ passed: 1, failed: 0, unsteady: 1 })
  expect(run('2026-11-18').lines.join()).toContain('mend it')
  expect(run('2026-11-28').lines.join()).toContain('at most 7 days')
})

test('a run that Vitest calls failed is red though nothing in its record says so', () => {
  expect(judge({ status: 1, record: record('passed') }, undefined, [], today)).toMatchObject({ failed: 1 })
})

test('many failures are not repeated: they are no unsteadiness', () => {
  const [file] = record('failed').files
  const files = Array.from({ length: 6 }, (_, at) => ({ ...file, file: `${at}.test.ts` }) as RunRecord['files'][number])
  expect(filesToRepeat({ status: 1, record: { ...record('failed'), files } })).toEqual([])
})
