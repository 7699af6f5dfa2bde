import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const rules = readFileSync(at('deploy/prometheus/rules.yml'), 'utf8')
const runbook = readFileSync(at('docs/runbook.md'), 'utf8')
const promtool = (...given: string[]) =>
  execFileSync(at('scripts/debian-13.sh'), ['promtool', ...given], { encoding: 'utf8', stdio: 'pipe' })

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

test('the alert rules are valid, fire in the case each is for, and are quiet otherwise', () => {
  expect(promtool('check', 'rules', at('deploy/prometheus/rules.yml'))).toContain('SUCCESS')
  expect(promtool('test', 'rules', at('deploy/prometheus/rules.test.yml'))).toContain('SUCCESS')
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
