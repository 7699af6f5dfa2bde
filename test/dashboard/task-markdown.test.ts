import { expect, test } from 'vitest'
import { needsSource, tidy } from '../../dashboard/src/ui/editor/editor-tidy.ts'

test('what the editor escapes without need is written plainly, and code stays as it is', () => {
  expect(tidy('retry\\_after\\_seconds, 2 \\* 3, a &lt; b, a -&gt; b')).toBe('retry_after_seconds, 2 * 3, a < b, a -> b')
  expect(tidy('see \\[WEB-1\\] and [https://x.example/a\\_b](https://x.example/a_b)')).toBe('see [WEB-1] and https://x.example/a_b')
  expect(tidy('`a\\_b &lt;`\n\n```\na\\_b\n```')).toBe('`a\\_b &lt;`\n\n```\na\\_b\n```')
})

test('what means something keeps its escape', () => {
  expect(tidy('\\*not bold\\*')).toBe('\\*not bold\\*')
  expect(tidy('&lt;script&gt;')).toContain('&lt;script')
  expect(tidy('\\[x\\](y)')).toBe('\\[x\\](y)')
})

test('a text with tables, pictures or HTML is edited as its source, so that nothing is lost', () => {
  expect(needsSource('| a | b |\n| - | - |\n| 1 | 2 |')).toBe(true)
  expect(needsSource('![plan](plan.png)')).toBe(true)
  expect(needsSource('a <b>bold</b> word')).toBe(true)
  expect(needsSource('`<b>` and a < b, - [ ] box')).toBe(false)
})
