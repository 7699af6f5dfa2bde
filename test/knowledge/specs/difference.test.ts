import { applyPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { difference } from '../../../src/capabilities/knowledge/specs/difference.ts'
import { cpuOf, yardstick } from '../../harness/cpu.ts'

const names = ['WEB-S1 version 1', 'WEB-S1 version 2'] as const
const exactly = { autoConvertLineEndings: false } as const

// Few distinct lines, so that they repeat; awkward ones, because the format has markers of its own.
const line = fc.constantFrom(
  '',
  'one',
  'two',
  'three',
  '-',
  '+',
  '--- a',
  '+++ b',
  '@@ -1 +1 @@',
  '\\ No newline at end of file',
  'x\r',
  '\u2028',
  '👩‍👩‍👧',
)
const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.boolean()).map(([lines, open]) => lines.join('\n') + (open ? '' : '\n'))

test('applying the difference to the old text gives the new one', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { unified } = difference(before, after, names)
      expect(unified === '' ? before : applyPatch(before, unified, exactly)).toBe(after)
    }),
    { numRuns: 500 },
  )
})

test('the hunks say the same as the text, and how many lines came and went', () => {
  const { hunks, lines_added, lines_removed, shortest } = difference('a\nb\nc\n', 'a\nB\nc\nd\n', names)
  expect(hunks).toEqual([{ old_start: 1, old_lines: 3, new_start: 1, new_lines: 4, lines: [' a', '-b', '+B', ' c', '+d'] }])
  expect({ lines_added, lines_removed, shortest }).toEqual({ lines_added: 2, lines_removed: 1, shortest: true })
})

const lines = (count: number, word: (place: number) => string) => Array.from({ length: count }, (_, place) => word(place)).join('\n')
const longest = 100_000
const hostile: Record<string, [string, string]> = {
  'all lines empty against all lines different': ['\n'.repeat(longest), lines(16_000, (place) => `${place}`)],
  'nothing in common': [lines(16_000, (place) => `${place}`), lines(16_000, (place) => `-${place}`)],
  'two words in other orders': [
    lines(50_000, (place) => ((place * 7919) % 13 < 6 ? 'a' : 'b')),
    lines(50_000, (place) => ((place * 104_729) % 11 < 5 ? 'a' : 'b')),
  ],
  'every second line changed': [lines(25_000, (place) => `${place % 2}`), lines(25_000, (place) => `${place % 3}`)],
  'one endless line': ['a'.repeat(longest), 'b'.repeat(longest)],
  'everything removed': ['x\n'.repeat(50_000), ''],
}

test.each(Object.entries(hostile))('%s: a right answer in bounded time', (_, [before, after]) => {
  let unified = ''
  // Far above the bound of the search; without that bound some of these take minutes.
  expect(cpuOf(() => ({ unified } = difference(before, after, names)))).toBeLessThan(6 * yardstick())
  expect(applyPatch(before, unified, exactly) === after).toBe(true)
})
