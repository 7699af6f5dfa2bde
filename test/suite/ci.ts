import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordRun } from './recorded-runs.ts'
import { closing, type Verdict } from './verdict.ts'

// What .ci/run does once everything is installed: each check, then what they came to in FOLDER/closing.

const root = fileURLToPath(new URL('../../', import.meta.url))
const [results = ''] = process.argv.slice(2)
const total: Verdict = { passed: 0, failed: 0, unsteady: 0, lines: [] }
const started = performance.now()

function step(name: string, command: string, args: readonly string[], environment: Record<string, string> = {}): boolean {
  console.log(`== ${name}`)
  const from = performance.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } })
  console.log(`== ${name}: ${((performance.now() - from) / 60_000).toFixed(1)} minutes`)
  return status === 0
}

function count(name: string, isFine: boolean): void {
  if (isFine) return void total.passed++
  total.failed++
  total.lines.push(`failed: ${name}`)
}

/** Adds what a run of tests came to; one that could not even be judged has failed. */
function add(name: string, folder: string, isFine: boolean): void {
  const file = join(folder, 'verdict.json')
  if (!existsSync(file)) return count(`${name} ended without a verdict`, false)
  const verdict = JSON.parse(readFileSync(file, 'utf8')) as Verdict
  total.passed += verdict.passed
  total.failed += verdict.failed
  total.unsteady += verdict.unsteady
  total.lines.push(...verdict.lines)
  if (!isFine && verdict.failed === 0) count(`${name} ended with an error`, false)
}

count('verify', step('verify', process.execPath, ['scripts/verify.ts']))

const tests = join(results, 'tests')
add('tests', tests, step('tests', process.execPath, ['test/suite/run.ts'], { TEST_TIER: 'full', TEST_RESULTS: tests }))

// Not beside the tests: a container changes the machine's network, and whatever has a request in flight then loses it.
if (!step('containers', process.execPath, ['scripts/containers-due.ts']))
  count('containers', step('containers, due', 'npm', ['run', '-s', 'test:containers']))

for (const line of total.lines) console.log(line)
recordRun(root, join(tests, 'first.json'), total, (performance.now() - started) / 1000)
writeFileSync(join(results, 'closing'), closing(total))
process.exitCode = total.failed === 0 ? 0 : 1
