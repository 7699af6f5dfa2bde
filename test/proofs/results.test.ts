import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { containerInputs, containersDue, keepContainerRecord, readContainerRecord } from '../../scripts/measurements/containers.ts'
import { digestOf, filesOf, moduleGraph } from '../../scripts/measurements/digest.ts'
import { keptParts } from '../../scripts/measurements/parts.ts'
import { killChildren } from '../../scripts/measurements/processes.ts'
import { keepRecord, readRecord, staleness, summary, type ProofRecord } from '../../scripts/measurements/records.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'baton-results-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const write = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

const record = (more: Partial<ProofRecord> = {}): ProofRecord => ({
  proof: 'one',
  claim: 'one | and only',
  size: 'full',
  ok: true,
  figures: { lost: 0 },
  commit: 'abc',
  dirty: false,
  date: '2026-11-19T05:00:00.000Z',
  seconds: 61.2,
  cpu_seconds: 30,
  resumed: 0,
  machine: { cpu: 'Fast', cores: 2, memory_gib: 8, node: 'v24' },
  quiet: null,
  inputs: { digest: 'd1', files: 3 },
  ...more,
})

test('a digest says which files there are and what is in them, in any order', () => {
  write({ 'a.txt': 'one', 'b/c.txt': 'two' })
  const files = filesOf(['*.txt', 'b/**'], folder)
  const { digest } = digestOf(files, folder)
  expect(digestOf(files.toReversed(), folder)).toEqual({ digest, files: 2 })
  write({ 'a.txt': 'on', 'b/c.txt': 'etwo' })
  expect(digestOf(files, folder).digest).not.toBe(digest)
  expect(() => filesOf(['*.txt', 'gone/**'], folder)).toThrow('no file matches the input gone/**')
})

test('the modules of a proof are those it imports, starts and reads, but not those it is told to leave alone', () => {
  write({
    'test/proof.ts': "import { a } from './a.ts'\nimport type { B } from '../src/b.ts'\nconst file = new URL('text.json', import.meta.url)",
    'test/a.ts': "import './side.ts'\nconst later = import('./later.ts')\nimport { x } from 'node:fs'\nimport { proof } from './proof.ts'",
    'test/side.ts': "export * from './gone.ts'",
    'test/later.ts': '',
    'test/text.json': '{}',
    'src/b.ts': '',
  })
  const graph = moduleGraph('test/proof.ts', (file) => !file.startsWith('src/'), folder)
  expect(graph).toEqual(['test/a.ts', 'test/later.ts', 'test/proof.ts', 'test/side.ts', 'test/text.json'])
})

test('an interrupted run goes on after its last finished part, and only on the same code', async () => {
  const file = join(folder, 'deep/one.json')
  const basis = { commit: 'abc', digest: 'd1', size: 'full' }
  const done: string[] = []
  const work = async (name: string) => {
    done.push(name)
    if (name === 'second' && done.length < 3) throw new Error('killed')
    return { name }
  }
  const run = async (on = basis) => {
    const parts = keptParts(file, on)
    const results = []
    for (const name of ['first', 'second']) results.push(await parts.part(name, () => work(name)))
    return { results, parts }
  }
  await expect(run()).rejects.toThrow('killed')
  const { results, parts } = await run()
  expect(results).toEqual([{ name: 'first' }, { name: 'second' }])
  expect(parts).toMatchObject({ resumed: 1, finished: 2 })
  expect(done).toEqual(['first', 'second', 'second'])
  for (const other of [
    { ...basis, commit: 'def' },
    { ...basis, digest: 'd2' },
    { ...basis, size: 'short' },
  ])
    expect((await run(other)).parts, JSON.stringify(other)).toMatchObject({ resumed: 0, finished: 2 })
  writeFileSync(file, '{"basis":')
  expect((await run()).parts.resumed).toBe(0)
  parts.forget()
  expect(existsSync(file)).toBe(false)
})

test('a short run never replaces the result of a full one', () => {
  expect(keepRecord(record({ size: 'short' }), folder)).toBe(true)
  expect(keepRecord(record({ ok: false, failure: '1 lost' }), folder)).toBe(true)
  expect(keepRecord(record({ size: 'short' }), folder)).toBe(false)
  expect(keepRecord(record({ size: 'million', figures: { lost: 1 } }), folder)).toBe(true)
  expect(readRecord('one', folder)).toMatchObject({ size: 'full', ok: false, failure: '1 lost' })
  expect(readRecord('one', folder, 'million')).toMatchObject({ figures: { lost: 1 } })
  expect(readRecord('two', folder)).toBeNull()
  write({ 'proofs/two.json': '{"proof":"two","ok":"yes"}' })
  expect(() => readRecord('two', folder)).toThrow('two.json is not a result of a proof')
})

test('a result is stale for a reason that is named', () => {
  expect(staleness(record(), 'd1')).toBe('')
  expect(staleness(null, 'd1')).toBe('never run')
  expect(staleness(record(), 'd2')).toBe('its inputs changed since abc (2026-11-19)')
  expect(staleness(record({ ok: false }), 'd1')).toBe('failed on 2026-11-19')
  expect(staleness(record({ size: 'short' }), 'd1')).toBe('only run at its short size')
  const quiet = { busy: 0.5, seconds: 5, load: 3 }
  expect(staleness(record({ quiet: { ...quiet, anyway: true } }), 'd1')).toBe('judged times on a busy machine')
  expect(staleness(record({ quiet: { ...quiet, busy: 0, anyway: false } }), 'd1')).toBe('')
})

test('the summary has a row for each result and says what failed', () => {
  const table = summary([record(), record({ proof: 'two', ok: false, failure: 'lost\n1', dirty: true })]).split('\n')
  expect(table.slice(2)).toEqual([
    '| one | one \\| and only | lost 0 | abc, 2026-11-19, full, 61 s, 2 × Fast |',
    '| two | one \\| and only | **failed**: lost 1 | abc and changes, 2026-11-19, full, 61 s, 2 × Fast |',
  ])
})

test('containers are due without a result, after a failure and after any change of what they are made of', () => {
  const file = join(folder, 'containers.json')
  const inputs = { digest: 'd1', files: 9 }
  expect(containersDue(readContainerRecord(file), inputs)).toBe('no result is recorded')
  const where = { commit: 'abc', dirty: false }
  keepContainerRecord({ ok: true, tests: 6, seconds: 300, inputs, ...where }, file)
  expect(containersDue(readContainerRecord(file), inputs)).toBe('')
  expect(containersDue(readContainerRecord(file), { ...inputs, digest: 'd2' })).toContain('changed since')
  keepContainerRecord({ ok: false, tests: 5, seconds: 300, inputs, ...where }, file)
  expect(containersDue(readContainerRecord(file), inputs)).toContain('failed on')
  writeFileSync(file, '{"ok": true}')
  expect(containersDue(readContainerRecord(file), inputs)).toBe('no result is recorded')
})

test.each(['Dockerfile', '.dockerignore', 'compose.yaml', 'package-lock.json', 'deploy/proxy/Caddyfile', 'test/containers/route.test.ts'])(
  'a change of %s makes the containers due',
  (changed) => {
    const names = ['Dockerfile', '.dockerignore', '.npmrc', 'compose.yaml', 'package-lock.json', 'scripts/containers.sh']
    write(
      Object.fromEntries([...names, 'deploy/proxy/Caddyfile', 'test/containers/route.test.ts', 'src/main.ts'].map((name) => [name, name])),
    )
    const { digest } = containerInputs(folder)
    write({ 'src/main.ts': 'changed' })
    expect(containerInputs(folder).digest).toBe(digest)
    write({ [changed]: 'changed' })
    expect(containerInputs(folder).digest).not.toBe(digest)
  },
)

test('a proof that is cut off leaves none of its processes behind', async () => {
  const child = spawn('sh', ['-c', 'sleep 600 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const ended = once(child, 'exit')
  killChildren(child.pid)
  await ended
  // A process that was killed stays in the table until its parent has looked; it runs nothing anymore.
  const state = existsSync(`/proc/${line.toString().trim()}/stat`) ? readFileSync(`/proc/${line.toString().trim()}/stat`, 'utf8') : ') Z'
  expect(state.slice(state.lastIndexOf(')') + 2)[0]).toBe('Z')
})
