import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guard, readCsv, toCsvLine, unguard } from '../../../src/capabilities/work/transfer/csv.ts'

const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ',', 'a', ' ') }))

test('what a spreadsheet would run is guarded, and comes back as it was', () => {
  fc.assert(
    fc.property(cell, (text) => {
      expect(guard(text)).not.toMatch(/^[=+\-@\t\r\n]/)
      expect(unguard(guard(text))).toBe(text)
    }),
  )
  expect(guard('=1+1')).toBe("'=1+1")
  expect(guard("'quoted'")).toBe("'quoted'")
})

test('every table of text comes back from CSV as it was', () => {
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }))
  fc.assert(
    fc.property(table, (rows) => {
      expect(readCsv(rows.map(toCsvLine).join('')).map((line) => line.cells)).toEqual(rows)
    }),
  )
})

test('line numbers are those of the file, line breaks within cells included', () => {
  const lines = readCsv('\ufeffa,b\n\n"1\n2",x\r\nlast,"say ""hi"""')
  expect(lines).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1\n2', 'x'] },
    { line: 5, cells: ['last', 'say "hi"'] },
  ])
  expect(() => readCsv('a,"b')).toThrow('line 1')
  expect(() => readCsv('a\n"b"c')).toThrow('line 2')
})
