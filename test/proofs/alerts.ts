import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { claimed } from './proof.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Report {
  numPassedTests: number
  numFailedTests: number
}

/** test/alerts: a real Prometheus with the shipped rules, and everything they are for really happens to a real Baton. */
export const proof = {
  name: 'alerts',
  claim: 'every alert is fired by what it is for, and none of them on a healthy instance',
  short: {},
  full: {},
  inputs: ['src/**', 'deploy/prometheus/**', 'test/alerts/**', 'test/harness/**'],

  run(): Promise<Record<string, number>> {
    const folder = mkdtempSync(join(tmpdir(), 'baton-alerts-fired-'))
    try {
      const file = join(folder, 'report.json')
      const options = [
        'run',
        '--config',
        'test/alerts/vitest.config.ts',
        '--root',
        '.',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ]
      spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...options], { cwd: root, stdio: 'inherit' })
      const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(file, 'utf8')) as Report
      const alerts = readFileSync(join(root, 'deploy/prometheus/rules.yml'), 'utf8').match(/alert: \w+/g) ?? []
      return Promise.resolve(claimed({ alerts: alerts.length, passed, failed }, { is: { failed: 0 }, least: { passed: 10, alerts: 30 } }))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
