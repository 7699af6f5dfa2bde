import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRun } from './run-record.ts'
import { tierFor } from './tier.ts'
import { timesTable } from './times.ts'
import { closing, filesToRepeat, judge, readUnsteady, type Run } from './verdict.ts'

// Runs the tests and judges the run: `npm test` before a commit, `npm test -- PATH…` for some files, TEST_TIER=full for all, as CI does.
// The last two lines are the number of tolerated unsteady tests and "N passed, N failed".

const root = fileURLToPath(new URL('../../', import.meta.url))
const tier = tierFor(root, process.argv.slice(2), process.env)
const kept = process.env['TEST_RESULTS']
const results = kept ?? mkdtempSync(join(tmpdir(), 'baton-results-'))
mkdirSync(results, { recursive: true })

function run(name: string, args: readonly string[]): Promise<Run> {
  const path = join(results, `${name}.json`)
  rmSync(path, { force: true })
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=./test/suite/reporter.ts', ...args],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...tier.settings, TEST_RECORD: path } },
  )
  return new Promise((resolve) => {
    child.on('error', () => resolve({ status: 1, record: undefined }))
    child.on('exit', (status) => resolve({ status: status ?? 1, record: readRun(path) }))
  })
}

for (const line of tier.says) console.log(line)
const first = await run('first', tier.arguments)
const files = filesToRepeat(first)
if (files.length > 0) console.log(`once more, alone: ${files.join(' ')}`)
const again = files.length > 0 ? await run('again', ['--maxWorkers=1', ...files]) : undefined
const verdict = judge(first, again, readUnsteady(join(root, 'test/unsteady.json')), new Date())

if (first.record && first.record.files.length > 1) console.log(`\n${timesTable(first.record)}\n`)
for (const line of [...tier.says, ...verdict.lines]) console.log(line)
writeFileSync(join(results, 'verdict.json'), JSON.stringify({ ...verdict, seconds: first.record?.seconds ?? 0 }))
if (!kept) rmSync(results, { recursive: true })
console.log(closing(verdict))
process.exitCode = verdict.failed === 0 ? 0 : 1
