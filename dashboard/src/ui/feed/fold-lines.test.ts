import { expect, test } from 'vitest'
import { sayHere } from './feed-words.tsx'
import { foldLines, type Change, type Line } from './fold-lines.ts'

const actor = {
  user_id: 'u',
  user_handle: 'ann',
  user_name: 'Ann',
  agent_id: null,
  agent_name: null,
  credential: 'interactive',
  door: 'rest',
}
let seq = 0
const line = (minute: number, brief: string, changes: Change[] = [], more: Partial<Line> = {}): Line => ({
  seq: ++seq,
  at: new Date(Date.UTC(2026, 10, 1, 12, minute)).toISOString(),
  type: changes.length > 0 ? 'task.updated' : 'task.touched',
  logged: false,
  actor,
  project_id: null,
  subject_id: 't',
  description: brief,
  metadata: {},
  summary: brief,
  brief,
  changes,
  subject: null,
  ...more,
})
const priority = (from: string, to: string): Change => ({ field: 'priority', from, to })
const said = (lines: Line[]) => foldLines(lines).map(sayHere)

test('renewals of one lease are one line at the newest, whatever came between', () => {
  const lines = [line(0, 'renewed the lease'), line(9, 'commented'), line(10, 'renewed the lease'), line(20, 'renewed the lease')]
  expect(said(lines)).toEqual(['commented', 'renewed the lease 3×'])
})

test('a lease that was taken again is renewed anew', () => {
  const claimed = line(5, 'claimed this task', [], { type: 'task.claimed' })
  expect(said([line(0, 'renewed the lease'), claimed, line(10, 'renewed the lease')])).toEqual([
    'renewed the lease',
    'claimed this task',
    'renewed the lease',
  ])
})

test('small edits by one actor within minutes are one line, from the first value to the last', () => {
  const edits = [
    line(0, 'x', [priority('None', 'Low')]),
    line(1, 'x', [priority('Low', 'High')]),
    line(2, 'x', [{ field: 'status', from: 'Todo', to: 'In progress' }]),
    line(3, 'x', [{ field: 'description', from: null, to: null }]),
  ]
  expect(said(edits)).toEqual(['changed priority from None to High, status from Todo to In progress and edited the description'])
})

test('what was taken back is no line, another actor and a later hour are lines of their own', () => {
  const agent = { ...actor, agent_id: 'a', agent_name: 'Nova' }
  expect(said([line(0, 'x', [priority('None', 'High')]), line(1, 'x', [priority('High', 'None')])])).toEqual([])
  expect(said([line(0, 'x', [priority('None', 'High')]), line(1, 'x', [priority('High', 'Low')], { actor: agent })])).toHaveLength(2)
  expect(said([line(0, 'x', [priority('None', 'High')]), line(30, 'x', [priority('High', 'Low')])])).toHaveLength(2)
})

test('labels are added and removed one by one', () => {
  const labels = [
    { field: 'label', from: null, to: 'bug' },
    { field: 'label', from: null, to: 'api' },
    { field: 'label', from: 'old', to: null },
  ]
  expect(said([line(0, 'x', labels)])).toEqual(['added label bug, label api and removed label old'])
})
