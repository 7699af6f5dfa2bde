import { expect, test } from 'vitest'
import { plainMarked, plainWords } from './plain-words.ts'

test.each([
  [
    'What to do. ## Look first 1. Is it up? 2. What does `baton doctor` say?',
    'What to do. Look first 1. Is it up? 2. What does baton doctor say?',
  ],
  ['Followed [[Runbook]] twice - [x] tell @jonas - [ ] replay', 'Followed Runbook twice tell @jonas replay'],
  ['Why? > Nothing is lost. ``` baton deliveries --failed ```', 'Why? Nothing is lost. baton deliveries --failed'],
  ['**Bold** and a-b, 3 > 2 stay', 'Bold and a-b, 3 > 2 stay'],
  ['*Replay* > wins, and 2*3 is 6', 'Replay > wins, and 2*3 is 6'],
  ['| a | b | | --- | --- | | 1 | 2 |', 'a b 1 2'],
  ['See [the docs](https://example.org/x) first', 'See the docs first'],
  ['issue #12 and C# stay', 'issue #12 and C# stay'],
])('%s', (text, words) => {
  expect(plainWords(text)).toBe(words)
})

test('marked places move with the words', () => {
  const text = '- [x] replay **the** order'
  const { text: plain, marks } = plainMarked(text, [
    { start: 6, end: 12 },
    { start: 15, end: 18 },
  ])
  expect(marks.map(({ start, end }) => plain.slice(start, end))).toEqual(['replay', 'the'])
  expect(plain.trim()).toBe('replay the order')
})
