import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeEvent } from '../../src/capabilities/log/show-activities.ts'

const capabilities = fileURLToPath(new URL('../../src/capabilities/', import.meta.url))

/** Every kind of event that any capability declares. */
async function eventTypes(): Promise<string[]> {
  const files = readdirSync(capabilities, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.events.ts'))
  const modules = await Promise.all(files.map((file) => import(capabilities + file) as Promise<Record<string, unknown>>))
  return [...new Set(modules.flatMap((module) => Object.values(module).flatMap(typesIn)))]
}

function typesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('type' in value && 'place' in value) return [String(value.type)]
  return Object.values(value).flatMap(typesIn)
}

test('every event that a capability declares reads as a sentence, with and without its data', async () => {
  const types = await eventTypes()
  expect(types.length).toBeGreaterThan(40)
  for (const type of types) {
    const thing = { key: 'WEB-12', title: 'Fix login', status: 'complete', type: 'deploy', description: 'Done' }
    const kind = type.split('.')[0] as string
    const full = describeEvent(type, { [kind]: thing, item: thing, changed: ['status'], gate: 'review', why: 'expired' })
    for (const line of [full, describeEvent(type, {}), describeEvent(type, null)]) {
      expect(line, type).toMatch(/^[a-z][^\n]*$/)
      expect(line, type).not.toMatch(/undefined|null|object|NaN|[_{}[\]]|\s\s|\s$/)
      expect(line.split(' ').length, `${type}: ${line}`).toBeGreaterThan(1)
    }
  }
})

const item = { key: 'WEB-12', title: 'Fix login', status: 'complete' }
const lines: [string, unknown, string][] = [
  ['task.created', { item }, 'created WEB-12 Fix login'],
  ['task.updated', { item, changed: ['status', 'completed_at'] }, 'completed WEB-12 Fix login'],
  ['task.updated', { item: { ...item, status: 'todo' }, changed: ['status'] }, 'moved WEB-12 Fix login to todo'],
  ['task.updated', { item, changed: ['title', 'assignee_id'] }, 'changed title, assignee of WEB-12 Fix login'],
  ['task.updated', { item, changed: ['title', 'lease_until'] }, 'changed title, lease of WEB-12 Fix login'],
  ['task.updated', { item, changed: ['lease_holder', 'lease_agent_id', 'lease_until'] }, 'took over the lease of WEB-12 Fix login'],
  ['task.updated', { item, changed: ['lease_until'] }, 'renewed the lease of WEB-12 Fix login'],
  [
    'task.updated',
    { item: { ...item, priority: 'high' }, changed: ['priority'], from: { priority: 'none' } },
    'changed priority of WEB-12 Fix login from None to High',
  ],
  [
    'task.updated',
    { item: { ...item, due_on: '2026-11-14' }, changed: ['due_on'], from: { due_on: null } },
    'set due date to Nov 14, 2026 on WEB-12 Fix login',
  ],
  [
    'task.updated',
    { item: { ...item, labels: ['a', 'b'] }, changed: ['labels'], from: { labels: ['a'] } },
    'added label b on WEB-12 Fix login',
  ],
  ['task.updated', { item, changed: ['description'], from: {} }, 'edited the description of WEB-12 Fix login'],
  [
    'task.updated',
    { item: { ...item, status: 'todo' }, changed: ['status'], from: { status: 'in_progress' } },
    'moved WEB-12 Fix login from in progress to todo',
  ],
  ['task.released', { item, why: 'expired' }, 'let the lease expire on WEB-12 Fix login'],
  ['comment.created', { comment: { body: 'hello' }, item }, 'commented on WEB-12 Fix login'],
  ['decision.proposed', { decision: { ref: 'WEB-D3', title: 'Use SQL' } }, 'proposed decision WEB-D3 Use SQL'],
  ['note.created', { note: { id: 'x', title: 'Ideas' }, mentions: [] }, 'created note Ideas'],
  ['member.added', { member: { user_id: 'x', handle: 'ann', name: 'Ann' } }, 'added member Ann'],
  ['invite.created', { invite: { id: 'x', role: 'member' } }, 'created an invite'],
  [
    'feature.review_requested',
    { feature: { ref: 'WEB-F1', title: 'Login' }, gate: 'review', reviewers: ['a', 'b'] },
    'asked 2 people to review feature WEB-F1 Login at review',
  ],
  [
    'feature.advanced',
    { feature: { ref: 'WEB-F1', title: 'Login' }, from: 'spec', to: 'plan' },
    'moved feature WEB-F1 Login from spec to plan',
  ],
  [
    'decision.updated',
    { decision: { ref: 'WEB-D3', title: 'Use SQL', status: 'accepted' }, changed: ['status'] },
    'accepted decision WEB-D3 Use SQL',
  ],
  ['attachment.created', { attachment: { name: 'a.png' }, item }, 'attached a.png to WEB-12 Fix login'],
  ['activity.logged', { activity: { type: 'deploy', description: 'Rolled out\n1.2' } }, 'logged deploy: Rolled out 1.2'],
  ['ai_session.asked', { ai_session: { title: 'Why is it slow?' } }, 'asked the assistant'],
  ['rocket.launched', { rocket: { name: 'Ariane' } }, 'launched rocket Ariane'],
  ['rocket.stage_separated', { rocket: { name: 'Ariane' } }, 'rocket Ariane: stage separated'],
  ['rocket.launched', { other: { title: 'Pad' } }, 'launched rocket Pad'],
]

test.each(lines)('%s %j', (type, data, line) => {
  expect(describeEvent(type, data)).toBe(line)
})

test('what people wrote stays one bounded line', () => {
  const line = describeEvent('note.created', { note: { title: `a\n\nb\u202e ${'x'.repeat(1000)}` } })
  expect(line).toMatch(/^created note a b x+…$/)
  expect(line.length).toBeLessThan(200)
})
