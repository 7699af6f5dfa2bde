import { expect, test } from 'vitest'
import { append, linesKept, type Line, type Piece } from './lines.ts'

let seq = 0
const piece = (text: string, kind: Piece['kind'] = 'stdout', attempt = 1): Piece => ({
  seq: ++seq,
  attempt,
  at: '2026-11-17T10:00:00Z',
  kind,
  text,
})
const texts = (lines: readonly Line[]) => lines.map(({ kind, text }) => `${kind}: ${text}`)

test('pieces that break in a line or in a color come out as whole lines', () => {
  const first = append([], [piece('one\ntw'), piece('o\n\u001B[3'), piece('1mred\u001B[0m')])
  expect(texts(first)).toEqual(['stdout: one', 'stdout: two', 'stdout: red'])
  expect(texts(append(first, [piece(' wine\nend\n')]))).toEqual(['stdout: one', 'stdout: two', 'stdout: red wine', 'stdout: end'])
})

test('a line keeps its place while it grows, so that nothing is said twice', () => {
  const first = append([], [piece('a')])
  const next = append(first, [piece('b\n')])
  expect(next.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  expect(next[0]?.text).toBe('ab')
})

test('kinds do not flow into each other, and calls of tools not even into themselves', () => {
  const lines = append(
    [],
    [
      piece('out'),
      piece('err', 'stderr'),
      piece('Read a', 'tool'),
      piece('Read b', 'tool'),
      piece('hel', 'message'),
      piece('lo', 'message'),
    ],
  )
  expect(texts(lines)).toEqual(['stdout: out', 'stderr: err', 'tool: Read a', 'tool: Read b', 'message: hello'])
})

test('what a carriage return went back over is gone, a Windows line ending is none', () => {
  expect(texts(append([], [piece('10 %\r50 %\r100 %\nnext\r\n')]))).toEqual(['stdout: 100 %', 'stdout: next'])
})

test('another attempt is told apart', () => {
  expect(texts(append([], [piece('a\n'), piece('b\n', 'stdout', 2)]))).toEqual(['stdout: a', 'note: Attempt 2', 'stdout: b'])
})

test('empty lines stay, and only the last lines are kept', () => {
  expect(texts(append([], [piece('a\n\nb\n')]))).toEqual(['stdout: a', 'stdout: ', 'stdout: b'])
  const many = append([], [piece(Array.from({ length: linesKept + 500 }, (_, at) => `line ${at}\n`).join(''))])
  expect(many).toHaveLength(linesKept)
  expect(many.at(-1)?.text).toBe(`line ${linesKept + 499}`)
})
