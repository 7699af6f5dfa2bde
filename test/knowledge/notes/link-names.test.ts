import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkNames } from '../../../src/capabilities/links/link-names.ts'
import { cpuOf, yardstick } from '../../harness/cpu.ts'

const found: [string, string, string[]][] = [
  ['a plain link', 'see [[WEB-12]].', ['WEB-12']],
  ['a label after a bar', '[[WEB-12|the login]]', ['WEB-12']],
  ['spaces around a name', '[[  Plan B ]]', ['Plan B']],
  ['one name in two spellings', '[[web-12]] [[WEB-12]]', ['web-12']],
  ['the inner of nested brackets', '[[a [[b]] c]]', ['b']],
  ['a third pair of brackets', '[[[a]]]', ['a']],
  ['an empty name', '[[]] [[ ]] [[|x]]', []],
  ['an open end', '[[a', []],
  ['a name over two lines', '[[a\nb]]', []],
  ['an escaped one', '\\[[a]]', []],
  ['inline code', '`[[a]]` and [[b]]', ['b']],
  ['inline code with two backticks', '`` ` [[a]] `` [[b]]', ['b']],
  ['a lone backtick', 'it`s [[a]]', ['a']],
  ['a backtick in another paragraph', 'a ` b\n\n[[a]] ` c', ['a']],
  ['code inside of brackets', '[[a `b]]` c]]', []],
  ['a fenced block', '```\n[[a]]\n```\n[[b]]', ['b']],
  ['a fence of tildes around one of backticks', '~~~\n```\n[[a]]\n```\n~~~\n[[b]]', ['b']],
  ['a longer fence', '````\n```\n[[a]]\n````\n[[b]]', ['b']],
  ['a fence in a quote', '> ```\n> [[a]]\n> ```\n> [[b]]', ['b']],
  ['a fence that is never closed', '[[a]]\n```ts\n[[b]]', ['a']],
  ['three backticks inside of a line', '```not a fence``` [[a]]', ['a']],
  ['Windows line ends', '```\r\n[[a]]\r\n```\r\n[[b]]', ['b']],
]

test.each(found)('%s', (_, text, names) => {
  expect(linkNames(text)).toEqual(names)
})

test('a text with very many links, or with nothing but brackets and backticks, is read quickly and links a bounded number', () => {
  const many = Array.from({ length: 10_000 }, (_, place) => `[[n${place}]]`).join(' ')
  expect(linkNames(many)).toHaveLength(200)
  const odd = ['[', '[[', '`', '` ``', '[[a', ']]', '```\n', '\\[[', '[[a`'].map((text) => text.repeat(100_000 / text.length))
  const fences = Array.from({ length: 400 }, (_, place) => '`'.repeat(place + 1)).join(' ')
  expect(cpuOf(() => [many, ...odd, fences].map(linkNames))).toBeLessThan(4 * yardstick())
})

const piece = fc.constantFrom('[[', ']]', '[', ']', '`', '``', '```', '~~~', '\n', '\n\n', '> ', '|', '\\', 'a', 'Web-1', ' ')

test('whatever the text, a name is one trimmed line without brackets that stands in it, and none comes twice', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      const names = linkNames(text)
      for (const name of names) {
        expect(name).toMatch(/^[^[\]\n\r|]+$/)
        expect(name).toBe(name.trim())
        expect(text).toContain(name)
      }
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
    }),
    { numRuns: 500, seed: 7 },
  )
})

test('a text wrapped into a fence links nothing', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      expect(linkNames(`~~~~~~~~\n${pieces.join('').replaceAll('~', '')}\n~~~~~~~~`)).toEqual([])
    }),
    { numRuns: 200, seed: 7 },
  )
})
