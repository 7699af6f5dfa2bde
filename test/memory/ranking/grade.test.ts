import { expect, test } from 'vitest'
import type { AskedTerms } from '../../../src/capabilities/memory/ranking/ask-terms.ts'
import { bestOf, type Comparing, evidenceOf, foundOf, type Gradable, graded } from '../../../src/capabilities/memory/ranking/grade.ts'
import fitted from '../../../src/capabilities/memory/ranking/grades.json' with { type: 'json' }

/** A question of these words, each with its weight; `unknown` ones are in no entry. */
function question(words: Record<string, number>, unknown: readonly string[] = [], language: string | null = null): AskedTerms {
  const names = Object.keys(words)
  const terms = names.map((word) => ({ word, text: word, piece: false, query: '' }))
  const asked = Object.values(words)
  return { language, terms, size: 100, counts: [], weights: asked, asked, unknown: unknown.map((word) => names.indexOf(word)) }
}
const hit = (id: string, terms: number[], more: Partial<Gradable> = {}): Gradable => ({
  ...{ id, terms, held: terms.reduce((held: number[], term) => ((held[term] = 1), held), []), cosine: 0.7, score: 1 },
  ...more,
})
const comparing: Comparing = { text: 'port of the Harbor database', model: fitted.model.id, spread: { mean: 0.1, deviation: 0.1 } }
const harbor = question({ port: 2, Harbor: 4, database: 2 })
const gradesOf = (asked: AskedTerms, hits: Gradable[], how: Partial<Comparing> = {}) =>
  graded(asked, hits, { ...comparing, ...how }).map(({ id, confidence }) => `${id} ${confidence}`)

test('what holds everything and is far from the usual is sure; what holds little is not', () => {
  expect(gradesOf(harbor, [hit('a', [0, 1, 2]), hit('b', [0], { cosine: 0.1, score: 0.1 })])).toEqual(['a sure', 'b unsure'])
})

test('words alone, another model, and a name that nothing holds, never make anything sure', () => {
  const hits = [hit('a', [0, 1, 2])]
  expect(gradesOf(harbor, hits, { model: null })).toEqual(['a likely'])
  expect(gradesOf(harbor, hits, { model: 'of an endpoint' })).toEqual(['a likely'])
  const missing = question({ port: 2, Harbor: 0.1, database: 4 }, ['Harbor'])
  expect(gradesOf(missing, hits)).toEqual(['a likely'])
  // In every language.
  const identifier = question({ port: 4, FF_HARBOR: 0.1, database: 4 }, ['FF_HARBOR'], 'german')
  expect(gradesOf(identifier, hits, { text: 'port FF_HARBOR database' })).toEqual(['a likely'])
})

test('what is named or quoted is sure, whatever speaks against it', () => {
  expect(gradesOf(harbor, [hit('a', [], { cosine: null, score: 0 })], { named: new Set(['a']), model: null })).toEqual(['a sure'])
})

test('what holds only pieces of an identifier is left out where something holds it as a whole', () => {
  const terms = ['KMS', 'IBAN', '2026'].map((text) => ({ word: 'KMS_IBAN_2026', text, piece: true, query: '' }))
  const asked: AskedTerms = { ...question({}), terms, asked: [1, 1, 1], weights: [1, 1, 1] }
  const some = [hit('whole', [0, 1, 2]), hit('piece', [2]), hit('meaning', [])]
  expect(graded(asked, some, { ...comparing, text: 'KMS_IBAN_2026' }).map(({ id }) => id)).toEqual(['whole', 'meaning'])
  expect(graded(asked, some.slice(1), { ...comparing, text: 'KMS_IBAN_2026' }).map(({ id }) => id)).toEqual(['piece', 'meaning'])
})

test('without a limit two unsure hits end an answer; with one there are as many as were asked for', () => {
  const hits = ['likely', 'unsure', 'sure', 'unsure', 'unsure'].map((confidence, id) => ({ id, confidence: confidence as 'sure' }))
  expect(bestOf(hits, undefined, 10).map(({ id }) => id)).toEqual([0, 2, 1, 3])
  expect(bestOf(hits, 5, 10).map(({ id }) => id)).toEqual([0, 2, 1, 3, 4])
  expect(bestOf(hits, 1, 10).map(({ id }) => id)).toEqual([0])
  expect([foundOf(hits), foundOf(hits.slice(0, 2)), foundOf(hits.slice(3)), foundOf([])]).toEqual(['sure', 'likely', 'unsure', 'nothing'])
})

test('nothing that speaks for a hit is out of its range, whatever was found', () => {
  const odd = [hit('a', [0, 1, 2], { cosine: 1 }), hit('b', [], { cosine: -1 }), hit('c', [1], { cosine: null })]
  for (const spread of [null, { mean: 0, deviation: 0 }, { mean: 0.5, deviation: 0.001 }])
    for (const most of [undefined, 0, 1])
      for (const evidence of evidenceOf(harbor, odd, { ...comparing, spread, ...(most !== undefined && { most }) }))
        for (const value of Object.values(evidence)) expect(value >= 0 && value <= 1).toBe(true)
  expect(evidenceOf(question({}), [hit('a', [])], { ...comparing, text: '' })).toHaveLength(1)
})
