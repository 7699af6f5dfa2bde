import { expect, test } from 'vitest'
import { headline, lasted, refusedWords, runLook, startedBy, type Run } from './run-words.ts'

const run = (part: Partial<Run>): Run => ({
  ...({ agent: { id: '1', slug: 'nova', name: 'Nova' }, machine: { id: '2', name: 'devbox' }, stop_requested_at: null } as Run),
  ...part,
})

test('every state of a run is a sentence', () => {
  expect(headline(run({ state: 'queued', machine: null }))).toBe('Nova is queued')
  expect(headline(run({ state: 'queued' }))).toBe('Nova is queued for devbox')
  expect(headline(run({ state: 'running' }))).toBe('Nova is running on devbox')
  expect(headline(run({ state: 'running', stop_requested_at: '2026-11-17T10:00:00Z' }))).toBe('Nova is being stopped on devbox')
  expect(headline(run({ state: 'stopped', stop_requested_at: '2026-11-17T10:00:00Z' }))).toBe('Nova was stopped on devbox')
  expect(headline(run({ state: 'unfinished' }))).toBe('Nova left work undone on devbox')
  expect(headline(run({ state: 'waiting' }))).toBe('Nova has a question')
})

test('a run that is being stopped says so until it has ended', () => {
  const stop_requested_at = '2026-11-17T10:00:00Z'
  expect(runLook({ state: 'running', stop_requested_at }).word).toBe('Stopping')
  expect(runLook({ state: 'done', stop_requested_at }).word).toBe('Done')
})

test('what the machine did not allow is said with its kind', () => {
  const refused = { count: 2, kinds: ['execute' as const] }
  expect(refusedWords({ refused, state: 'done' })).toBe('2 commands were refused by the machine’s file.')
  expect(refusedWords({ refused: { count: 1, kinds: ['execute', 'fetch'] }, state: 'done' })).toBe(
    '1 tool call was refused by the machine’s file.',
  )
  expect(refusedWords({ refused: { count: 0, kinds: [] }, state: 'done' })).toBeNull()
  expect(refusedWords({ refused: null, state: 'done' })).toBeNull()
})

test('who is behind a run is named with what they did', () => {
  const requested_by = { id: '1', handle: 'jonas', name: 'Jonas' } as Run['requested_by']
  expect(startedBy({ reason: 'sent_back', requested_by })).toBe('Sent back by Jonas')
})

test('times are as long as they need to be', () => {
  const from = '2026-11-17T10:00:00Z'
  expect(lasted(from, '2026-11-17T10:00:41Z')).toBe('41 s')
  expect(lasted(from, '2026-11-17T10:12:41Z')).toBe('12 min 41 s')
  expect(lasted(from, '2026-11-17T12:05:41Z')).toBe('2 h 5 min')
  expect(lasted(from, '2026-11-17T09:00:00Z')).toBe('0 s')
})
