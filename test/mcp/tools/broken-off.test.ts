import { expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { startNode } from '../../../src/main/node.ts'
import { startBaton } from '../../harness/baton.ts'

test('a request that fails for a reason nobody foresaw is answered, not left waiting', async () => {
  const baton = await startBaton()
  const { token } = await (await baton.person('ann')).mcpToken()
  const extendServer = () => {
    throw new Error('nobody foresaw this')
  }
  const node = await startNode(baton.config, operations, baton.clock, { extendServer })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: `Bearer ${token}` }
  // The last part of a session id says what its client can be asked; such calls take a separate path.
  for (const session of [{}, { 'mcp-session-id': 'a.dGVzdGVy.e' }]) {
    const answer = await fetch(new URL('/mcp', node.address), {
      method: 'POST',
      headers: { ...headers, 'mcp-protocol-version': '2025-11-25', ...session },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_projects', arguments: {} } }),
    })
    expect(answer.status).toBe(500)
    const said = await answer.text()
    expect(JSON.parse(said)).toMatchObject({ jsonrpc: '2.0', error: { code: -32603 } })
    expect(said).not.toContain('foresaw')
  }
  await node.close()
  await baton.close()
})
