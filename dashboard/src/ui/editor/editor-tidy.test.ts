import { expect, test } from 'vitest'
import { tidy } from './editor-tidy.ts'

test('a mark that was typed as words of a list item is saved as words', () => {
  expect(tidy('- one\n- - two\n- 1. three\n- [ ] > four\n1. # five')).toBe('- one\n- \\- two\n- 1\\. three\n- [ ] \\> four\n1. \\# five')
})

test('a list in a list, a code block and words that only look alike stay as they are', () => {
  const text = '- one\n  - two\n- -3 degrees\n- #tag\n\n```\n- - code\n```'
  expect(tidy(text)).toBe(text)
})
