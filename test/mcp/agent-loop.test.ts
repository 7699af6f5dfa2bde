import { afterAll, beforeAll, expect, test } from 'vitest'
import { page } from '../../scripts/agent-loop/page.ts'
import { runLoop } from '../../scripts/agent-loop/run-loop.ts'
import { startBaton, type Baton } from '../harness.ts'

let baton: Baton

beforeAll(async () => {
  baton = await startBaton()
})
afterAll(() => baton.close())

test('an agent’s whole loop works over a real client, and the docs show what happens', async () => {
  const { token } = await (await baton.person('ann')).mcpToken()
  const transcript = await runLoop(baton.url, token, 'shop', () => {})
  await expect(page(transcript)).toMatchFileSnapshot('../../docs/agent-loop.md')
})
