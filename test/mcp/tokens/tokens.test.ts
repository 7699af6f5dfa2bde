import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { replay, type Measured } from './replay.ts'

/** What the same calls cost before answers were shortened, measured by this same replay. */
const before = readFileSync(new URL('before.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [call, tool = '', outcome = '', text, structured] = line.split('\t')
    return { n: Number(call), tool, outcome, text: Number(text), structured: Number(structured) }
  })

let baton: Baton
let pairs: { was: Measured; is: Measured }[]
beforeAll(async () => {
  baton = await startBaton()
  const now = new Map((await replay(baton)).map((measured) => [measured.n, measured]))
  // Only compares calls that succeed in both or fail in both; other pairs say nothing about sizes.
  pairs = before.flatMap((was) => {
    const is = now.get(was.n)
    return is && (is.outcome === 'ok') === (was.outcome === 'ok') ? [{ was, is }] : []
  })
}, 240_000)
afterAll(() => baton.close())

const sum = (form: 'text' | 'structured', side: 'was' | 'is') => pairs.reduce((total, pair) => total + pair[side][form], 0)

test('nearly every recorded call can be compared', () => {
  expect(pairs.length).toBeGreaterThan(before.length * 0.85)
})

test('the structured answers of a recorded day cost at least 40 % less than they did', () => {
  expect(sum('structured', 'is') / sum('structured', 'was')).toBeLessThanOrEqual(0.6)
})

test('their texts cost no more than they did', () => {
  expect(sum('text', 'is')).toBeLessThanOrEqual(sum('text', 'was'))
})

test('no tool’s structured answers cost more than a quarter more than their text', () => {
  for (const [tool, answers] of Map.groupBy(pairs, ({ is }) => is.tool)) {
    const answered = answers.filter(({ is }) => is.structured > 0)
    const [text, structured] = (['text', 'structured'] as const).map((form) => answered.reduce((total, { is }) => total + is[form], 0))
    expect(structured, tool).toBeLessThanOrEqual((text ?? 0) * 1.25 + 20 * answered.length)
  }
})

test('ordinary writes answer in a few words', () => {
  const writes = pairs.filter(({ is }) => is.outcome === 'ok' && /^(create|update|complete|store|log)_/.test(is.tool))
  const average = writes.reduce((total, { is }) => total + is.structured, 0) / writes.length
  expect(average).toBeLessThan(60)
})
