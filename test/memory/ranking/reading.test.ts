import { expect, test } from 'vitest'
import { coverageOf } from '../../../src/capabilities/memory/ranking/grade.ts'
import { passageOf } from '../../../src/capabilities/memory/ranking/passage.ts'
import { piecesOf, termsOf } from '../../../src/capabilities/memory/ranking/query-terms.ts'
import { mayBeMisspelt, meantBy } from '../../../src/capabilities/memory/ranking/ask-terms.ts'

test.each([
  ['calculateBerthFee', ['calculate', 'Berth', 'Fee']],
  ['HTTPServer2Go', ['HTTP', 'Server2', 'Go']],
  ['src/billing/berth-fee.ts', ['src', 'billing', 'berth', 'fee', 'ts']],
  ['MAX_BYTES', ['MAX', 'BYTES']],
  ['Gebühr', ['Gebühr']],
])('%s in its pieces', (text, pieces) => expect(piecesOf(text)).toEqual(pieces))

test('an identifier is asked for by its pieces and as a whole, and a word of a language that compounds by how words begin', () => {
  const lexemes = ['berthFee', 'berth', 'Fee'].map((text) => ({ text, english: [text.toLowerCase()], own: null }))
  expect(termsOf(['berthFee'], lexemes, null).map(({ query, piece }) => [query, piece])).toEqual([
    ["'berth'", true],
    ["'fee'", true],
    ["'berthfee'", false],
  ])
  const german = [
    { text: 'die', english: ['die'], own: [] },
    { text: 'Steuer', english: ['steuer'], own: ['steu'] },
  ]
  expect(termsOf(['die', 'Steuer'], german, 'german').map(({ query }) => query)).toEqual(["'steuer':* | 'steu'"])
})

test.each([
  ['tarrif', 'tariff', true],
  ['prot', 'port', true],
  ['post', 'port', false],
  ['mehrwertsteuer', 'mehrwertsteuersatz', true],
  ['liegegebühren', 'gebühren', true],
  ['payroll', 'patrol', false],
  ['rate', 'berate', false],
])('%s may mean %s: %s', (asked, word, meant) => expect(meantBy(asked, [word])).toEqual(meant ? [word] : []))

test('numbers and short words are never taken for misspelt', () => {
  expect(['abc', '12345', 'a-b-c', 'word'].map(mayBeMisspelt)).toEqual([false, false, false, true])
})

const term = (word: string, piece = false) => ({ word, text: word, piece, query: '' })

test('an unknown word weighs against every answer; an identifier counts as a whole or by its pieces', () => {
  const asked = { terms: [term('staging'), term('chromodynamics')], asked: [1, 3] }
  expect(coverageOf(asked)([1, 0])).toBe(0.25)
  const identifier = { terms: [term('aB', true), term('aB', true), term('aB')], asked: [1, 1, 5] }
  expect(coverageOf(identifier)([0, 0, 1])).toBe(1)
  expect(coverageOf(identifier)([1, 0, 0])).toBe(0.5)
  expect(coverageOf({ terms: [], asked: [] })([])).toBe(0)
})

test('the passage with most of what was asked for is shown, cut between words', () => {
  const filler = 'nothing of note happened there '.repeat(30)
  const text = `A pilot came. ${filler}The pilot of the harbor waits at the pier. ${filler}`
  const stems = [
    { stem: 'pilot', weight: 1 },
    { stem: 'pier', weight: 2 },
  ]
  const passage = passageOf(text, stems, 120)
  expect(passage).toMatch(/^….*pilot of the harbor waits at the pier.*…$/)
  expect(passage.length).toBeLessThanOrEqual(122)
  expect(passageOf(text, [], 60)).toMatch(/^A pilot came\. .*[a-z]…$/)
  expect(passageOf('short  text', [], 60)).toBe('short text')
})
