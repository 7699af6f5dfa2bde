import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Home } from '../../machine/src/home.ts'
import { Journal } from '../../machine/src/journal.ts'
import type { ActionBody } from '../../src/platform/tunnel-protocol.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-journal-'))
  file = join(folder, 'journal.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const body = (id: string, seq: number): ActionBody => ({
  type: 'action',
  machine: 'm',
  id,
  action: 'note',
  arguments: {},
  arguments_sha256: '',
  expires_at: new Date(Date.now() + 60_000).toISOString(),
  seq,
  approval: null,
})
const result = (id: string) => ({ id, outcome: 'done' as const, exit_code: 0, output: 'out', error: null })

test('after an end at any moment it is known what was begun, what was not, and what the server still lacks', () => {
  const before = new Journal(file)
  before.accept(body('unstarted', 1), null)
  before.accept(body('interrupted', 2), 'challenge')
  before.start('interrupted')
  before.accept(body('finished', 3), null)
  before.start('finished')
  before.finish(result('finished'))
  before.accept(body('received', 4), null)
  before.finish(result('received'))
  before.received('received')
  // Half a line, as if the process was killed while writing.
  appendFileSync(file, '{"kind":"accepted","body":{"id":"ha')
  for (let restart = 0; restart < 3; restart++) {
    const after = new Journal(file)
    expect(after.unstarted.map(({ id }) => id)).toEqual(['unstarted'])
    expect(after.interrupted).toEqual(['interrupted'])
    expect(after.outbox).toEqual([result('finished')])
    expect(after.lastSeq).toBe(4)
    expect(['unstarted', 'interrupted', 'finished', 'received', 'ha'].map((id) => after.knows(id))).toEqual([true, true, true, true, false])
    expect(after.isUsed('challenge')).toBe(true)
    after.close()
  }
})

test('one folder is used by one process, and a lock of one that has ended does not count', () => {
  const home = new Home(folder)
  const unlock = home.lock()
  expect(() => home.lock()).toThrow('already runs')
  unlock()
  home.lock()()
})
