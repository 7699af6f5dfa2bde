import { expect, test } from 'vitest'
import { renderMarkdown, withoutAddresses } from './markdown.ts'
import { MarkdownThreads } from './threads.ts'

/** Kilobytes that the parser doesn't finish within minutes, and lists in lists until its stack is exhausted. */
const endless = '*_'.repeat(25_000)
const deep = '- '.repeat(3000) + 'x'

test('is rendered in a thread', async () => {
  expect(await renderMarkdown('*a* [b](https://example.com)', { ofUsers: true })).toBe(
    '<p><em>a</em> <a href="https://example.com" rel="nofollow ugc noopener noreferrer">b</a></p>',
  )
})

test('what the parser can’t take is shown as it was typed, and this thread has done nothing for it', async () => {
  const before = process.threadCpuUsage()
  const rendered = await renderMarkdown(`${deep} <b>`)
  const { user } = process.threadCpuUsage(before)
  expect(rendered).toMatch(/^<pre tabindex="0">- - .* x &#x3C;b&#x3E;<\/pre>$/)
  // The parser takes some seconds for this.
  expect(user / 1000).toBeLessThan(1000)
}, 60_000)

test('a text that takes too long is given up, and its thread with it', async () => {
  const threads = new MarkdownThreads(5_000)
  const [given, up] = await Promise.all([
    threads.run({ kind: 'render', text: endless, options: {} }),
    threads.run({ kind: 'render', text: 'a', options: {} }),
  ])
  expect(given).toEqual({ result: null })
  expect(up).toEqual({ result: '<p>a</p>' })
  expect(await threads.run({ kind: 'withoutAddresses', text: '[a](b)' })).toEqual({ result: 'a' })
}, 120_000)

test('a longer text than anybody may store is not parsed', async () => {
  expect(await renderMarkdown('*'.repeat(200_001))).toContain('***')
})

test('an answer that can’t be parsed becomes a block of code', async () => {
  const text = `${'- '.repeat(3000)}![a](https://a.example) \`\`\`\``
  expect(await withoutAddresses(text)).toBe(`\`\`\`\`\`\n${text}\n\`\`\`\`\``)
}, 60_000)
