import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { rawRoutes } from '../../src/doors/rest/server.ts'
import { countOperation } from '../../src/platform/operation-figures.ts'
import { countAnswer } from '../../src/platform/request-figures.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const rules = readFileSync(at('deploy/prometheus/rules.yml'), 'utf8')
const runbook = readFileSync(at('docs/runbook.md'), 'utf8')
const promtool = (given: string[], input = '') =>
  execFileSync(at('scripts/debian-13.sh'), ['promtool', ...given], { encoding: 'utf8', stdio: 'pipe', input })

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

test('the alert rules are valid, fire in the case each is for, and are quiet otherwise', () => {
  expect(promtool(['check', 'rules', at('deploy/prometheus/rules.yml')])).toContain('SUCCESS')
  expect(promtool(['check', 'config', '--syntax-only', at('deploy/prometheus/prometheus.yml')])).toContain('SUCCESS')
  expect(promtool(['test', 'rules', at('deploy/prometheus/rules.test.yml')])).toContain('SUCCESS')
})

test('every alert has a case in which it fires', () => {
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  const cases = readFileSync(at('deploy/prometheus/rules.test.yml'), 'utf8')
  const fired = new Set([...cases.matchAll(/alertname: (\w+)\n\s+exp_alerts:\n\s+- exp_labels/g)].map(([, name]) => name))
  expect(alerts.length).toBeGreaterThan(30)
  expect(alerts.filter((name) => !fired.has(name))).toEqual([])
})

test('every metric that a rule names is one that we have', async () => {
  // A labeled counter or histogram has no sample before its first event, but its name is exported anyway.
  const { text } = await send(baton.url, 'GET', '/metrics')
  const offered = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const named = new Set([...rules.matchAll(/\b(baton_\w+)/g)].map(([, name = '']) => name.replace(/_(bucket|count|sum)$/, '')))
  expect(named.size).toBeGreaterThan(10)
  expect([...named].filter((name) => !offered.has(name))).toEqual([])
})

test('every gauge of the instance has a value', async () => {
  const { text } = await send(baton.url, 'GET', '/metrics')
  const names = ['figures_up', 'queue_ready_jobs', 'queue_oldest_seconds', 'log_reader_behind', 'log_reader_lag_seconds', 'webhooks_due']
  const more = [
    'webhooks_overdue_seconds',
    'vectors_missing',
    'vectors_set_aside',
    'retention_oldest_seconds',
    'retention_overdue_seconds',
    'follower_lag_seconds',
    'database_bytes',
    'database_transaction_age',
    'database_server_connections',
    'table_bytes',
    'files_bytes',
  ]
  for (const name of [...names, ...more]) expect(text, name).toMatch(new RegExp(`^baton_${name}(\\{.*\\})? [\\d.]+$`, 'm'))
})

test('every metric of ours has an alert or stands in the runbook, and every alert leads to a section of it', async () => {
  const { text } = await send(baton.url, 'GET', '/metrics')
  const ours = [...text.matchAll(/^# TYPE (baton_\w+)/gm)].map(([, name = '']) => name)
  expect(ours.filter((name) => !runbook.includes(`\`${name}\``))).toEqual([])
  const sections = new Set([...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-')))
  const anchors = [...rules.matchAll(/runbook\.md#([\w-]+)/g)].map(([, anchor = '']) => anchor)
  expect(anchors.filter((anchor) => !sections.has(anchor))).toEqual([])
})

test('a scrape has fewer than 5,000 series, whatever was called, how it ended, and how often', async () => {
  const statuses = [200, 201, 204, 304, 400, 401, 403, 404, 409, 412, 413, 422, 429, 499, 500, 502, 503]
  const outcomes = ['ok', 'invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'rate_limited', 'internal', 'unavailable']
  for (const { name: operation, contract } of operations.values()) {
    const doors = ['rest', 'mcp', 'websocket', 'worker']
    for (const door of doors)
      for (const outcome of outcomes) {
        const failed = outcome === 'internal' || outcome === 'unavailable'
        countOperation({ operation, door, reads: contract.effect === 'read' }, { outcome, failed }, 0)
      }
    for (const { method, path } of contract.http ?? []) for (const status of statuses) countAnswer('rest', method, path, status, 0)
  }
  for (const { method, path } of rawRoutes) for (const status of statuses) countAnswer('mcp', method, path, status, 0)
  const { text } = await send(baton.url, 'GET', '/metrics')
  const series = text.split('\n').filter((line) => line && !line.startsWith('#'))
  expect(series.length).toBeGreaterThan(3_000)
  expect(series.length).toBeLessThan(5_000)
  expect(text).toMatch(/^baton_operations_total\{operation="other",door="worker",outcome="unavailable"\} \d+$/m)
  expect(text).toMatch(/^baton_http_requests_total\{door="mcp",method="other",route="other",status="503"\} \d+$/m)
  expect(promtool(['check', 'metrics'], text)).toBe('')
})
