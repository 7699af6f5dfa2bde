import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness.ts'
import { replay } from './replay.ts'

let baton: Baton
beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

test('x', async () => {
  const rows = await replay(baton)
  writeFileSync('/tmp/measured.json', JSON.stringify(rows))
  expect(rows.length).toBeGreaterThan(200)
}, 120_000)
