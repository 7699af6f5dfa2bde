import { expect, test } from 'vitest'
import { timesAsCostly } from '../../../test/harness/cpu.ts'
import { mentionedFiles, namesIn } from './mentioned-files.ts'

test.each([
  ['See src/a/one.ts.', ['src/a/one.ts']],
  ['`./one.test.ts` or (two.ts), as in http://x.example//src/three.ts', ['./one.test.ts', 'two.ts', 'src/three.ts']],
  ['/src/four.ts and five.', ['src/four.ts']],
  ['.env and src/.env name no file', []],
])('%s mentions %j', (text, named) => {
  const paths = ['src/a/one.ts', './one.test.ts', 'two.ts', 'src/three.ts', 'src/four.ts', 'five', 'q/.env']
  const certain = [...mentionedFiles(text, paths)].filter(([, weight]) => weight >= 10).map(([path]) => path)
  expect(certain.toSorted()).toEqual([...named].toSorted())
})

test.each([
  ['findCode or find_code, `plain` and plain', ['plain', 'findCode', 'find_code']],
  ['_private __init__ aB iPhone x1_y', ['x1_y']],
  ['Straßenfest_1, größeÄndern', ['Straßenfest_1', 'größeÄndern']],
])('%s holds the names %j', (text, names) => {
  expect(namesIn(text)).toEqual(names)
})

test.each([
  ['letters', 'a'],
  ['folders', 'a/'],
  ['dots', 'a.'],
  ['letters of several alphabets', 'éa'],
])('%s are looked through about as quickly as prose', (_, piece) => {
  const size = 100_000
  const [hostile, plain] = [piece.repeat(size / piece.length), 'word '.repeat(size / 5)]
  const look = (text: string) => () => [mentionedFiles(text, ['x/y.ts']), namesIn(text)]
  expect(timesAsCostly(look(hostile), look(plain))).toBeLessThan(10)
})
