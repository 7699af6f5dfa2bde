import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import { send } from '../../harness/person.ts'
import { patience } from '../../harness/wait.ts'

let baton: Baton
let token: string

beforeAll(async () => {
  baton = await startBaton()
  const ann = await baton.person('ann')
  token = (await ann.mcpToken()).token
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  const description = 'words '.repeat(3000)
  for (let place = 0; place < 20; place++) await ann.do('POST', '/api/tasks', { project: 'web', title: `Task ${place}`, description })
})
afterAll(() => baton.close())

test('a client that does not read may send nothing more until it does, and loses nothing', async () => {
  const stream = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${baton.url}/mcp/sse`, { headers: { authorization: `Bearer ${token}` } }, resolve)
      .on('error', reject)
      .end()
  })
  let text = ''
  const ids = () => new Set([...text.matchAll(/"id":(\d+)\}?/g)].map((match) => match[1]))
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await expect.poll(() => text).toContain('/mcp/messages')
  const path = text.match(/data: (\S+)/)?.[1] ?? ''
  stream.pause()
  let accepted = 0
  let status = 202
  while (status === 202 && accepted < 500) {
    const message = {
      jsonrpc: '2.0',
      id: accepted,
      method: 'tools/call',
      params: { name: 'list_tasks', arguments: { project: 'web', response_format: 'detailed' } },
    }
    status = (await send(baton.url, 'POST', path, message, { authorization: `Bearer ${token}` })).status
    if (status === 202) accepted++
  }
  expect(status).toBe(503)
  stream.resume()
  await expect.poll(() => ids().size, { timeout: patience }).toBe(accepted)
  stream.destroy()
})
