import { expect, test } from 'vitest'
import { argvOf, lineOf } from './command-words.ts'

test('a line becomes the words that a shell would make of it', () => {
  expect(argvOf('npm test')).toEqual(['npm', 'test'])
  expect(argvOf('  npm   test  -- --grep "a b" \'c "d"\' e\\ f ')).toEqual(['npm', 'test', '--', '--grep', 'a b', 'c "d"', 'e f'])
  expect(argvOf('printf "%s\\n" ""')).toEqual(['printf', '%s\\n', ''])
  expect(argvOf('echo $HOME *.ts')).toEqual(['echo', '$HOME', '*.ts'])
  expect(argvOf('')).toEqual([])
})

test('an open quote is no command', () => {
  expect(argvOf('npm test "')).toBeNull()
  expect(argvOf("echo 'a")).toBeNull()
  expect(argvOf('echo \\')).toBeNull()
})

test('a list is shown as a line that means the same list', () => {
  for (const argv of [
    ['npm', 'test'],
    ['sh', '-c', 'a && b'],
    ['x', ''],
    ["it's", '"q"', '\\n', 'two\nlines', ' '],
  ])
    expect(argvOf(lineOf(argv))).toEqual(argv)
  expect(lineOf(['npm', 'run', 'test:unit'])).toBe('npm run test:unit')
})
