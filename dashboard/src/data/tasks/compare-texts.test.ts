import { expect, test } from 'vitest'
import { compareTexts } from './compare-texts.ts'

const marked = (before: string, after: string) =>
  compareTexts(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
    .join('')

test('a difference is told by words, not by letters or lines', () => {
  expect(marked('Retry five times.', 'Retry eight times.')).toBe('Retry [-five-]{+eight+} times.')
  expect(marked('Retry five times, then give up.', 'Retry five times, says Mira.')).toBe('Retry five times, [-then give up-]{+says Mira+}.')
  expect(marked('One\nTwo', 'One\n\nTwo\nThree')).toBe('One\n{+\n+}Two{+\nThree+}')
  expect(marked('', 'New')).toBe('{+New+}')
  expect(marked('Same', 'Same')).toBe('Same')
})

test('both texts can be read out of it', () => {
  const [before, after] = ['a b c d e\nf g', 'a x c e\n\nf h g']
  const pieces = compareTexts(before, after)
  const without = (kind: string) =>
    pieces
      .filter((one) => one.kind !== kind)
      .map(({ text }) => text)
      .join('')
  expect(without('added')).toBe(before)
  expect(without('removed')).toBe(after)
})

test('two long texts with nothing in common are told apart at once', () => {
  const long = (word: string) => Array.from({ length: 5000 }, (_, at) => `${word}${at}`).join(' ')
  expect(compareTexts(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
