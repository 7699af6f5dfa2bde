import { expect, test } from 'vitest'
import { guessMapping, mappedCsv, readCsvFile } from './csv-file.ts'

const text =
  '\uFEFFIssue key,Summary,Status,Labels,Extra\r\nX-1,"Say ""hi"", twice",In Progress,"a; b",no\r\n\r\nX-2,"Two\r\nlines",Done,,\r\nX-3,Last,To Do,,\r\n'

test('a file of a spreadsheet is read with its quotes, its line breaks and the lines its rows begin on', () => {
  const { header, rows } = readCsvFile(text)
  expect(header).toEqual(['Issue key', 'Summary', 'Status', 'Labels', 'Extra'])
  expect(rows.map(({ line }) => line)).toEqual([2, 4, 6])
  expect(rows[0]?.cells).toEqual(['X-1', 'Say "hi", twice', 'In Progress', 'a; b', 'no'])
})

test('columns are guessed by their names, and what goes out has Baton’s words and leads back to the lines of the file', () => {
  const file = readCsvFile(text)
  const mapping = guessMapping(file.header)
  expect(mapping).toEqual({ title: 1, status: 2, labels: 3, external_id: 0 })
  const { content, lineOf } = mappedCsv(file, { title: 1, status: 2, labels: 3 })
  expect(content.split('\n')[1]).toBe('"Say ""hi"", twice",in_progress,"a,b"')
  expect(content).toContain('Last,todo,')
  expect([2, 3, 5].map(lineOf)).toEqual([2, 4, 6])
})
