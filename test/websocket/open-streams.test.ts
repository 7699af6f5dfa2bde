import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { authenticateMcpToken, authenticateSession } from '../../src/capabilities/identity/login/authenticate.ts'
import { ownCredentials } from '../../src/doors/shared/credentials.ts'
import { OpenStreams } from '../../src/doors/shared/open-streams.ts'
import { system, type Principal } from '../../src/kernel/context.ts'
import type { Kernel } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { waitFor } from '../harness/wait.ts'

let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(() => baton.close())

test('a revoked token ends its streams, once each, and nobody else’s', async () => {
  const ann = await baton.person()
  const { kernel } = baton.node.assembly
  const { id, token } = await ann.mcpToken()
  const [agent, person] = [await authenticateMcpToken(kernel, token), await authenticateSession(kernel, ann.token, undefined)]
  const closed: string[] = []
  let checks = 0
  const credentials = ownCredentials(kernel)
  const streams = new OpenStreams(kernel, {
    ...credentials,
    revokedAmong: (principals) => credentials.revokedAmong(principals).finally(() => checks++),
  })
  for (const name of ['first', 'second']) streams.add(agent, () => void closed.push(name))
  const leave = streams.add(agent, () => void closed.push('left before'))
  streams.add(person, () => void closed.push('person'))
  leave()
  await ann.do('DELETE', `/api/settings/mcp-tokens/${id}`)
  await waitFor('the streams to be closed', () => closed.length > 0)
  const seen = checks
  await waitFor('two more checks', () => checks >= seen + 2)
  streams.close()
  expect(closed).toEqual(['first', 'second'])
})

test('a stream is closed within a second of the end of its credential', async () => {
  const principal = system('org')
  vi.useFakeTimers()
  try {
    let [revoked, closed] = [false, 0]
    const { kernel } = baton.node.assembly
    const revokedAmong = async (principals: readonly Principal[]) => (revoked ? [...principals] : [])
    const streams = new OpenStreams(kernel, { ...ownCredentials(kernel), revokedAmong })
    streams.add(principal, () => void closed++)
    // However far the next check is away when it is revoked.
    await vi.advanceTimersByTimeAsync(3_001)
    expect(closed).toBe(0)
    revoked = true
    await vi.advanceTimersByTimeAsync(1_000)
    expect(closed).toBe(1)
    streams.close()
  } finally {
    vi.useRealTimers()
  }
})

test('a database that cannot answer closes nothing', async () => {
  const ann = await baton.person()
  const { kernel: real } = baton.node.assembly
  const principal = await authenticateSession(real, ann.token, undefined)
  let down = true
  let [reported, closed] = [0, 0]
  const kernel: Kernel = {
    ...real,
    database: { ...real.database, identify: (...call) => (down ? Promise.reject(new Error('down')) : real.database.identify(...call)) },
    report: () => void reported++,
  }
  const streams = new OpenStreams(kernel)
  streams.add(principal, () => void closed++)
  await waitFor('two failed checks', () => reported >= 2)
  expect(closed).toBe(0)
  down = false
  await ann.do('POST', '/api/auth/logout')
  await waitFor('the stream to be closed', () => closed)
  streams.close()
  expect(closed).toBe(1)
})
