import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { readLines } from './import-lines.ts'

const most = { bytes: 10_000_000, records: 1000 }
const head = '{"format":"baton-export","version":1}\n'
const end = '{"end":true}\n'
const record = (fields: object = {}) => `${JSON.stringify({ kind: 'note', id: newId(), version: 1, ...fields })}\n`

async function* pieces(text: string, length: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
const read = (text: string, length = 1000) => readLines(pieces(text, length), most)

test.each([1, 7, 100_000])('reads lines in pieces of %d bytes', async (length) => {
  const lines = await read(`${head}\n${record({ title: 'größer' })}\r\n${record({ kind: 'project', slug: 'web' })}${end}`, length)
  expect(lines.get('note')).toMatchObject([{ title: 'größer' }])
  expect(lines.get('project')).toMatchObject([{ slug: 'web' }])
})

test('the bytes of an attachment may be longer than any record', async () => {
  const bytes = 'QUJD'.repeat(200_000)
  const lines = await read(head + record({ kind: 'attachment', name: 'a', bytes }) + end, 65_536)
  expect(lines.get('attachment')).toMatchObject([{ name: 'a', bytes }])
})

test.each([
  ['', 'not an export'],
  [`{}\n${end}`, 'not an export'],
  [head, 'not complete'],
  [head + record(), 'not complete'],
  [`${head}x\n${end}`, 'Line 2 is not'],
  [head + record() + `{"kind":"nothing"}\n${end}`, 'Line 3 is not'],
  [head + end + record(), 'Line 2 is not'],
  [head + record({ content: 'x'.repeat(300_000) }) + end, 'Line 2 is not'],
  [head + record({ tags: Array.from({ length: 30_000 }).fill(1) }) + end, 'Line 2 is not'],
  [head + record().repeat(1001) + end, 'at most 1000 records'],
])('refuses a file with a fault', async (text, why) => {
  await expect(read(text)).rejects.toThrow(why)
})

test('nothing is checked after a fault, and only so much is received', async () => {
  let sent = 0
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) {
      sent += 1_000_000
      yield Buffer.alloc(1_000_000, '{"kind":"note"}\n')
    }
  }
  await expect(readLines(endless(), most)).rejects.toThrow('at most 9 MiB')
  expect(sent).toBe(11_000_000)
})
