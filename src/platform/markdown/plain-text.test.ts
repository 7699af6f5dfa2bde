import { expect, test } from 'vitest'
import { timesAsCostly } from '../../../test/harness/cpu.ts'
import { firstWords, plainText } from './plain-text.ts'

test.each([
  ['## Retries\n\n- [x] **once**\n- [ ] twice\n\n| a | b |\n| - | - |\n| 1 | 2 |', 'Retries once twice a b 1 2'],
  ['> 1. A [link](https://example.com/a_b "x"), ![a cat](/c.png) and `code_of` it', 'A link, a cat and code_of it'],
  ['_so_ snake_case, **bold**, ~~gone~~, 2 \\* 3', 'so snake_case, bold, gone, 2 * 3'],
  ['```ts\nconst a = [1]\n```\nafter', 'const a = [1] after'],
  ['Title\n=====\n\ntext', 'Title text'],
])('of %j stays %j', (text, words) => {
  expect(plainText(text)).toBe(words)
})

test('a description is made of the first prose', () => {
  expect(firstWords('# Title\n\n| a |\n\n```\ncode\n```\n\n- one **two** three', 10)).toBe('one two…')
})

test.each(['- ', '> ', '*_', '[', '![', '[a](', '](', '|a', '`', '~~a ', '<a ', '_a ', '\\', '\n', ' ', '_', '] ("'])(
  'a text of %j is read about as quickly as prose',
  (piece) => {
    const size = 100_000
    const [hostile, plain] = [piece.repeat(size / piece.length), 'some words. '.repeat(size / 12)]
    expect(
      timesAsCostly(
        () => plainText(hostile),
        () => plainText(plain),
      ),
    ).toBeLessThan(12)
  },
)
