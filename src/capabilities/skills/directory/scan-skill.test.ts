import { expect, test } from 'vitest'
import { timesAsCostly } from '../../../../test/harness/cpu.ts'
import { scanSkill } from './scan-skill.ts'

let made = 0
/** Each is scanned anew: what has been seen before is remembered. */
const fileOf = (text: string) => [{ path: 'SKILL.md', bytes: Buffer.from(`${text}${made++}`), executable: false }]
const scanOf = (text: string) => () => scanSkill(fileOf(text))
const size = 240_000
const plain = 'This is a line of prose.\n'.repeat(size / 25)

test.each([
  ['comments that never end', '<!--\n'],
  ['styles that hide nothing', "style='"],
  ['words of one script', 'ж'],
  ['blocks just too short to be encoded data', `${'a'.repeat(399)} `],
  ['definitions', ']: #\n'],
])('%s are scanned about as quickly as prose', (_, piece) => {
  expect(timesAsCostly(scanOf(piece.repeat(size / piece.length)), scanOf(plain))).toBeLessThan(12)
})

test('what hides is found on its line', () => {
  const text = 'one\n\ntwo <!-- not shown -->\n<p style="display:none">three</p>\n\n[//]: # (four)\n'
  expect(scanSkill(fileOf(text)).map(({ line, about }) => [line, about])).toEqual(
    [3, 4, 6].map((line) => [line, 'Holds text that a rendered page does not show']),
  )
})

test('many warnings of a rule crowd out none of its dangers', () => {
  const found = scanSkill(fileOf(`${'<!-- -->\n'.repeat(20)}a\u202Eb\n`))
  expect(found.map(({ severity }) => severity)).toEqual(['danger', ...Array.from({ length: 5 }).fill('warning')])
})

test('a word of letters that look alike is found, two words next to each other are not', () => {
  expect(scanSkill(fileOf('pаypal'))).toMatchObject([{ about: 'Mixes letters of several scripts in one word' }])
  expect(scanSkill(fileOf('paypal это'))).toEqual([])
})
