import { expect, test } from 'vitest'
import { renderNow } from './render.ts'

test.each([
  ['HTML is shown as it is typed', 'a <b onclick="x">b</b>', '<p>a &#x3C;b onclick="x">b&#x3C;/b></p>'],
  ['a block of it too', '<script>x</script>', '<p>&#x3C;script>x&#x3C;/script></p>'],
  ['an address that runs is none', '[x](javascript:x)', '<p><a>x</a></p>'],
  [
    'another host’s picture is a link',
    '![A cat](https://example.com/c.png)',
    '<p><a href="https://example.com/c.png" rel="noopener noreferrer">A cat</a></p>',
  ],
  ['a picture of ours is shown', '![A cat](/files/ab.webp)', '<p><img src="/files/ab.webp" alt="A cat" loading="lazy"></p>'],
  ['a picture of nothing is its words', '![A cat](data:image/png,x)', '<p>A cat</p>'],
  ['a link within stays as it is', '[x](#top)', '<p><a href="#top">x</a></p>'],
])('%s', (_, text, html) => {
  expect(renderNow(text)).toBe(html)
})

test('headings begin below the title of the page, without a gap, and can be linked to', () => {
  expect(renderNow('## One `two`\n\n##### Three\n\n## One `two`')).toBe(
    '<h2 id="one-two">One <code>two</code></h2>\n<h3 id="three">Three</h3>\n<h2 id="one-two-1">One <code>two</code></h2>',
  )
})

test('what accounts write recommends nothing in the name of the instance', () => {
  expect(renderNow('[x](https://example.com)', { ofUsers: true })).toContain('rel="nofollow ugc noopener noreferrer"')
})

test('relative links lead where they are told to, or nowhere', () => {
  const documents = { other: '/docs/other' }
  expect(renderNow('[a](other.md#x) [b](../src/x.ts) [c](constructor.md) [d](/docs)', { documents })).toBe(
    '<p><a href="/docs/other#x">a</a> <a>b</a> <a>c</a> <a href="/docs">d</a></p>',
  )
})
