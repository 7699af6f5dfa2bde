import { expect, test } from 'vitest'
import { withoutAddressesNow } from './without-addresses.ts'

test.each([
  ['a link is its text', 'see [the *docs*](https://a.example/?d=SECRET "x")', 'see the *docs*'],
  ['a picture is its description', '![a [b] c](https://a.example/?d=SECRET)', 'a  b  c'],
  ['over two lines', '![a\nb](https://a.example/?d=SECRET)', 'a b'],
  ['with an escaped bracket', '![\\]](https://a.example/?d=SECRET)', ''],
  ['with brackets in its address', '![a](https://a.example/(x)?d=SECRET)', 'a'],
  ['within a link', '[![a](https://a.example/1)](https://a.example/2)', 'a'],
  ['a definition in a quote', '> [r]: https://a.example/?d=SECRET\n\n![a][r]', '> \n\n![a][r]'],
  ['a definition in a list', '- [r]: https://a.example/x\n\n![r]', '- \n\n![r]'],
  ['a definition that would make a link of a citation', 'So [1].\n\n[1]: https://a.example', 'So [1].\n\n'],
  ['an address in angle brackets', '<https://a.example/?d=SECRET>', '`https://a.example/?d=SECRET`'],
  ['an address', 'see https://a.example/?d=SECRET.', 'see `https://a.example/?d=SECRET`.'],
  ['an address that appears once a link is gone', 'http[]()s://a.example', '`https://a.example`'],
  ['an address of mail', 'me@a.example', '`me@a.example`'],
  ['HTML', 'x <img src="https://a.example/x">', 'x `<img src="https://a.example/x">`'],
  ['a footnote', 'a[^1]\n\n[^1]: https://a.example', 'a\n\n'],
  ['what only looks like code', '``\n``![a](https://a.example/)', '``\n``a'],
])('%s', (_, text, left) => {
  expect(withoutAddressesNow(text)).toBe(left)
})

test.each(['So [1] and [2].', '```\n[a](b)\n```', '`<b>` and a[0] < 2', '| a |\n| - |\n| [1] |', '# One\n\n1. **two**'])(
  '%j stays as it is',
  (text) => {
    expect(withoutAddressesNow(text)).toBe(text)
  },
)
