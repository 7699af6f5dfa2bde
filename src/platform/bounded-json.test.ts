import { expect, test } from 'vitest'
import { TooManyValues, parseBounded } from './bounded-json.ts'

test.each(['{"a": [1, 2, {"b": "c"}], "d": null}', String.raw`["a\"b,[{", "\\", "\\\"", ",,,,"]`, '""', '7', `"${'['.repeat(5000)}"`])(
  'parses %s',
  (text) => {
    expect(parseBounded(text, 8)).toEqual(JSON.parse(text))
  },
)

test.each([
  ['many values in a list', `[${'1,'.repeat(20)}1]`],
  ['many fields', `{${Array.from({ length: 20 }, (_, place) => `"${place}":1`).join()}}`],
  ['many empty lists', `[${'[],'.repeat(20)}[]]`],
  ['values after an escaped quotation mark', String.raw`["\\",1,2,3,4,5,6,7,8,9]`],
  ['no end of a string', `[1,1,1,1,1,1,1,1,1,"`],
])('refuses %s', (_, text) => {
  expect(() => parseBounded(text, 8)).toThrow(TooManyValues)
})

test('refuses what is nested too deeply', () => {
  expect(parseBounded(`${'['.repeat(100)}${']'.repeat(100)}`)).toBeInstanceOf(Array)
  expect(() => parseBounded('['.repeat(101))).toThrow(TooManyValues)
})
