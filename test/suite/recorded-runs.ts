import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { readRun } from './run-record.ts'
import { timesTable } from './times.ts'
import type { Verdict } from './verdict.ts'

/** How many runs are kept. */
const most = 10

/**
 * Keeps a run of CI under docs/measurements, if TEST_RUN_RECORD says so (what else the machine did meanwhile, in words): one entry in
 * ci-runs.json, the time of each file in test-times.json, from which `npm test` plans, and the table for people in test-times.md.
 */
export function recordRun(root: string, path: string, { passed, failed, unsteady }: Verdict, seconds: number): void {
  const beside = process.env['TEST_RUN_RECORD']
  const record = readRun(path)
  if (!beside || !record) return
  const folder = join(root, 'docs/measurements')
  mkdirSync(folder, { recursive: true })
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
  const run = { date: record.started, commit, machine, beside, minutes: Math.round(seconds / 6) / 10, passed, failed, unsteady }
  const runs = [run, ...readList(join(folder, 'ci-runs.json'))].slice(0, most)
  writeFileSync(join(folder, 'ci-runs.json'), `${JSON.stringify(runs, null, 2)}\n`)
  const files = Object.fromEntries(record.files.map((one) => [one.file, one.seconds] as const).toSorted(([a], [b]) => a.localeCompare(b)))
  writeFileSync(join(folder, 'test-times.json'), `${JSON.stringify({ commit, machine, beside, files }, null, 2)}\n`)
  writeFileSync(
    join(folder, 'test-times.md'),
    `# Times of the tests\n\nCommit ${commit}, ${machine}; ${beside}.\n\n${timesTable(record)}\n`,
  )
}

function readList(path: string): unknown[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown[]
  } catch {
    return []
  }
}
