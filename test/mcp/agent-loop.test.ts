import { afterAll, beforeAll, expect, test } from 'vitest'
import { page } from '../../scripts/agent-loop/page.ts'
import { runLoop } from '../../scripts/agent-loop/run-loop.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { result, streamableClient } from './clients.ts'

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

test('an agent’s whole loop works in a real client, and the docs show what happens', async () => {
  const { token } = await (await baton.person('ann')).mcpToken()
  const transcript = await runLoop(baton.url, token, 'shop', () => {})
  await expect(page(transcript)).toMatchFileSnapshot('../../docs/agent-loop.md')
})

test('on an account that is in use it takes nothing away from anybody', async () => {
  const bob = await baton.person('bob')
  const { token } = await bob.mcpToken()
  const busy = await streamableClient({ url: baton.url, token, client: 'codex-mcp-client' })
  await result(busy, 'create_project', { name: 'Shop', slug: 'shop' })
  const mine = await result(busy, 'create_session', { project: 'shop', goals: ['Window one works'] })
  await runLoop(baton.url, token, 'shop-again', () => {})
  expect(await bob.do('GET', `/api/sessions/${mine.id}`)).toMatchObject({ status: 'running', resumed_by: [] })
  await busy.close()
})
