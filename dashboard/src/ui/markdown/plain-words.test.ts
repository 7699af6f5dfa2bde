import { expect, test } from 'vitest'
import { plainWords } from './plain-words.ts'

test.each([
  [
    'What to do. ## Look first 1. Is it up? 2. What does `baton doctor` say?',
    'What to do. Look first 1. Is it up? 2. What does baton doctor say?',
  ],
  ['Followed [[Runbook]] twice - [x] tell @jonas - [ ] replay', 'Followed Runbook twice tell @jonas replay'],
  ['Why? > Nothing is lost. ``` baton deliveries --failed ```', 'Why? Nothing is lost. baton deliveries --failed'],
  ['**Bold** and a-b, 3 > 2 stay', 'Bold and a-b, 3 > 2 stay'],
  ['issue #12 and C# stay', 'issue #12 and C# stay'],
])('%s', (text, words) => {
  expect(plainWords(text)).toBe(words)
})
