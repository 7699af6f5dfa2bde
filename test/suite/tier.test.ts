import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { affectedOperations, sampleOf } from './affected.ts'
import { chooseTests } from './tier.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const budget = { changed: 5, others: 3, seconds: 60 }

test('every operation of the registry has a home, so that none is left out of a run', () => {
  expect([...affectedOperations(root, []).homes.keys()].toSorted()).toEqual([...operations.keys()].toSorted())
})

test('a changed file concerns the operations that import it, the nearest first', () => {
  expect(affectedOperations(root, ['src/capabilities/knowledge/notes/notes.queries.ts']).operations).toEqual(
    expect.arrayContaining(['createNote', 'deleteNote', 'getPublicNote', 'restoreNote']),
  )
  expect(affectedOperations(root, ['src/capabilities/work/items/create-task.ts']).operations[0]).toBe('createTask')
  expect(affectedOperations(root, ['src/capabilities/knowledge/notes/notes.contract.ts']).operations).toContain('createNote')
  expect(affectedOperations(root, ['src/platform/ids.ts']).operations.length).toBeGreaterThan(500)
  expect(affectedOperations(root, ['README.md', 'src/gone.ts']).operations).toEqual([])
})

test('a changed SQL function concerns the operations that call it', () => {
  expect(affectedOperations(root, ['database/functions/claim_task.sql']).operations).toContain('claimTask')
})

test('a run before a commit takes changed operations first, then a sample, and says what it leaves', () => {
  const tier = chooseTests(root, ['src/capabilities/knowledge/notes/notes.queries.ts', 'test/work/undo.test.ts'], 'seed', budget)
  const chosen = tier.settings['LOOPING_OPERATIONS']?.split(',') ?? []
  expect(chosen).toHaveLength(8)
  expect(chosen.slice(0, 5).every((name) => /Note/.test(name))).toBe(true)
  expect(tier.arguments).toContain('src/platform/ids.test.ts')
  expect(tier.arguments.some((file) => file.startsWith('test/knowledge/'))).toBe(true)
  expect(tier.arguments.some((file) => file.startsWith('test/proofs/') || file.startsWith('test/clients/'))).toBe(false)
  expect(tier.says.join(' ')).toMatch(/Left to CI: \d+ files, \d+ operations/)
})

test('the same seed chooses the same sample, another seed another', () => {
  const names = [...operations.keys()]
  expect(sampleOf(names, 9, 'one')).toEqual(sampleOf(names.toReversed(), 9, 'one'))
  expect(sampleOf(names, 9, 'one')).not.toEqual(sampleOf(names, 9, 'two'))
})
