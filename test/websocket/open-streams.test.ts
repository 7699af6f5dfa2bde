import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticateMcpToken, authenticateSession } from '../../src/capabilities/identity/login/authenticate.ts'
import { OpenStreams } from '../../src/doors/shared/open-streams.ts'
import type { Kernel } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

test('a revoked token ends its streams, once each, and nobody else’s', async () => {
  const ann = await baton.person()
  const { kernel } = baton.node.assembly
  const { id, token } = await ann.mcpToken()
  const [agent, person] = [await authenticateMcpToken(kernel, token), await authenticateSession(kernel, ann.token, undefined)]
  const closed: string[] = []
  const streams = new OpenStreams(kernel)
  for (const name of ['first', 'second']) streams.add(agent, () => void closed.push(name))
  const leave = streams.add(agent, () => void closed.push('left before'))
  streams.add(person, () => void closed.push('person'))
  leave()
  await ann.do('DELETE', `/api/settings/mcp-tokens/${id}`)
  await pause(1_200)
  streams.close()
  expect(closed).toEqual(['first', 'second'])
})

test('a database that cannot answer closes nothing', async () => {
  const ann = await baton.person()
  const { kernel: real } = baton.node.assembly
  const principal = await authenticateSession(real, ann.token, undefined)
  let [down, reported, closed] = [true, 0, 0]
  const kernel: Kernel = {
    ...real,
    database: { ...real.database, identify: (...call) => (down ? Promise.reject(new Error('down')) : real.database.identify(...call)) },
    report: () => void reported++,
  }
  const streams = new OpenStreams(kernel)
  streams.add(principal, () => void closed++)
  await pause(1_200)
  expect([closed, reported > 0]).toEqual([0, true])
  down = false
  await ann.do('POST', '/api/auth/logout')
  await pause(1_000)
  streams.close()
  expect(closed).toBe(1)
})
