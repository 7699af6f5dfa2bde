import fc from 'fast-check'
import { expect, test } from 'vitest'
import { termsOf, wordsOf } from '../../../src/capabilities/memory/ranking/query-terms.ts'
import { nearbyOf, rank, type Candidate } from '../../../src/capabilities/memory/ranking/rank.ts'
import { termWeights, termsToMatch } from '../../../src/capabilities/memory/ranking/term-weights.ts'

const entry = (place: number, terms: number[], cosine: number | null = null, more: Partial<Candidate> = {}): Candidate => ({
  id: `m${place}`,
  lane: 'a',
  place,
  terms,
  cosine,
  ranked: true,
  boost: 1,
  ...more,
})
const ids = (candidates: Candidate[], weights: number[]) => rank(candidates, weights).map(({ id }) => id)

test('a question is its words once each, and an irregular form brings the others', () => {
  expect(wordsOf('Where did Jane go? jane’s file src/main.ts.')).toEqual(['Where', 'did', 'Jane', 'go', 'jane’s', 'file', 'src/main.ts'])
  const plain = (text: string) => ({ text, english: [text.toLowerCase()], own: null })
  const terms = (words: string[]) => termsOf(words, words.map(plain), null)
  expect(terms(['go'])).toEqual([{ word: 'go', text: 'go', piece: false, query: "'go' | 'went' | 'gone'" }])
  expect(terms(["o'neil\\"])[0]?.query).toBe("'o''neil\\\\'")
  expect(terms(['went', 'go'])).toHaveLength(1)
})

test('a rare word outweighs a common one', () => {
  const weights = termWeights([1, 80], 100)
  expect(ids([entry(1, [1]), entry(10, [0])], weights)).toEqual(['m10', 'm1'])
  expect(termWeights([0], 10)).toEqual([0])
})

test('words that stand beside an entry lift it over one that has nothing, but not over one that has them itself', () => {
  expect(ids([entry(1, [0]), entry(2, []), entry(9, [])], [2])).toEqual(['m1', 'm2', 'm9'])
  const [, second] = rank([entry(1, [0]), entry(2, [])], [2])
  expect(second).toMatchObject({ id: 'm2', terms: [] })
  expect(second && nearbyOf(second)).toEqual([0])
})

test('entries of another lane are no neighbours, and one that only lends is not ranked', () => {
  const [, second] = rank([entry(1, [0]), entry(2, [], null, { lane: 'b' })], [2])
  expect(second?.id).toBe('m2')
  expect(second && nearbyOf(second)).toEqual([])
  expect(ids([entry(1, [0], null, { ranked: false }), entry(2, [])], [2])).toEqual(['m2'])
})

test('an entry without a vector is judged by its words', () => {
  expect(ids([entry(1, [0], null), entry(20, [], 0.9), entry(40, [], 0.1)], [3])[0]).toBe('m1')
})

test('few enough entries are matched, by the rarest terms first, and always by one', () => {
  expect(termsToMatch([900, 0, 10, 500], 1000)).toEqual([2, 3])
  expect(termsToMatch([5000], 1000)).toEqual([0])
  expect(termsToMatch([0, 0], 1000)).toEqual([])
})

test('whatever the candidates, every ranked one comes once, the best first', () => {
  const candidate = fc.record({
    place: fc.integer({ min: 1, max: 30 }),
    terms: fc.uniqueArray(fc.integer({ min: 0, max: 4 })),
    cosine: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
    ranked: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(candidate, { maxLength: 40 }), (given) => {
      const candidates = given.map((one, at) => ({ ...one, id: `c${at}`, lane: 'a', boost: 1 }))
      const ranked = rank(candidates, [1, 2, 3, 4, 5])
      expect(ranked.map(({ id }) => id).toSorted()).toEqual(
        candidates
          .filter((one) => one.ranked)
          .map(({ id }) => id)
          .toSorted(),
      )
      for (const [at, { score }] of ranked.entries()) {
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(ranked[at - 1]?.score ?? 1)
      }
    }),
    { numRuns: 300, seed: 7 },
  )
})
