import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundedFetch, easilyParsed, jsonOf } from './bounded-fetch.ts'

const answers: Record<string, (answer: ServerResponse) => void> = {
  '/right': (answer) => answer.end('{"name":"a\\u0000b\\ud800"}'),
  '/long': (answer) => answer.end(JSON.stringify('x'.repeat(2_000))),
  '/bomb': (answer) => answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify('x'.repeat(100_000)))),
  '/many': (answer) => answer.end(JSON.stringify(Array.from({ length: 600_000 }, () => 1))),
  '/deep': (answer) => answer.end('['.repeat(500) + ']'.repeat(500)),
  '/cut': (answer) => answer.writeHead(200, { 'content-length': '100' }).write('{"name":', () => answer.destroy()),
  '/empty': (answer) => answer.writeHead(204).end(),
}
const server = createServer(({ url = '' }, answer) => answers[url]?.(answer))
let at: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = (path: string, most?: number) => boundedFetch(most)(at + path)

test('an answer keeps its address and status, and its JSON has only texts that can be stored', async () => {
  const answer = await ask('/right')
  expect([answer.status, answer.url]).toEqual([200, `${at}/right`])
  expect(await jsonOf(answer)).toEqual({ name: 'ab\ufffd' })
  expect((await ask('/empty')).status).toBe(204)
})

test('an answer that is too long breaks off, also if it is so only after unpacking', async () => {
  await expect(ask('/long', 1_000).then((answer) => answer.text())).rejects.toThrow('too large')
  await expect(ask('/bomb', 10_000).then((answer) => answer.text())).rejects.toThrow('too large')
  expect(await jsonOf(await ask('/long', 1_000))).toBeUndefined()
  expect(await jsonOf(await ask('/long', 10_000))).toHaveLength(2_000)
})

test('what is too much or too deep for JSON, or breaks off, is no JSON', async () => {
  for (const path of ['/many', '/deep', '/cut', '/empty']) expect(await jsonOf(await ask(path)), path).toBeUndefined()
})

test('a library with a parser of its own is given only what takes it no time', async () => {
  const right = await easilyParsed(await ask('/right'))
  expect([right.status, right.url, await right.json()]).toEqual([200, `${at}/right`, { name: 'a\0b\ud800' }])
  for (const path of ['/many', '/deep', '/cut']) await expect(ask(path).then(easilyParsed), path).rejects.toThrow()
  expect((await easilyParsed(await ask('/empty'))).status).toBe(204)
})
