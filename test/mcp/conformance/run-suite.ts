import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED'
  errorMessage?: string
}

const require = createRequire(import.meta.url)

/** The published suites, at pinned versions. */
export const suites = {
  stable: require.resolve('conformance-stable/dist/index.js'),
  next: require.resolve('conformance-next/dist/index.js'),
}

/** Runs a suite as its users do, and returns the checks of each scenario. */
export async function runSuite(program: string, url: string, ...options: string[]): Promise<Map<string, Check[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'baton-conformance-'))
  try {
    await run(program, ['server', '--url', url, '--output-dir', folder, ...options])
    return new Map(
      readdirSync(folder).map((name) => [scenarioOf(name), JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'))]),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const scenarioOf = (folder: string): string => folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')

/** A failed scenario also makes the exit code non-zero, so it is ignored; the files say which ones failed. */
function run(program: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', () => done())
  })
}

/** The complaints about a scenario: failures, and warnings, which concern what the protocol only recommends. */
export const complaints = (checks: readonly Check[]): string[] =>
  checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(({ id, status, errorMessage }) => `${status} ${id}: ${errorMessage ?? ''}`)
