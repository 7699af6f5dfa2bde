import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations as all } from '../../src/capabilities/operations.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { holdSlackSockets } from '../../src/worker/slack-sockets.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { waitFor } from '../harness/wait.ts'
import { startSlack, type SlackStandIn } from '../integrations/slack-stand-in.ts'
import { howMany, malformed, oneOf, randomFrom, seed, watchProcess } from './generate.ts'

// Slack, or whoever answers at its address, sends whatever it likes over the connection that a worker holds.

const watched = watchProcess()
const running = { now: 0, most: 0 }
let baton: Baton
let slack: SlackStandIn
let sockets: { close(): Promise<void> }
let ann: Person
beforeAll(async () => {
  slack = await startSlack()
  baton = await startBaton(slack.settings)
  const { phases, ...take } = all.get('takeSlackEnvelope') as Operation
  const handle: Operation['phases']['handle'] = (...call) => {
    running.most = Math.max(running.most, ++running.now)
    return phases.handle(...call).finally(() => running.now--)
  }
  const operations = new Map([...all, ['takeSlackEnvelope', { ...take, phases: { ...phases, handle } }]]) as typeof all
  sockets = holdSlackSockets(baton.node.assembly.kernel, operations, { renewEvery: 200, silentFor: 60_000, retryAfter: 20 })
  ann = await baton.person('ann')
  await ann.do('PUT', '/api/settings/integrations/user/slack', {
    bot_token: 'xoxb-1-secretsecret',
    app_token: 'xapp-1-secretsecret',
    channel: 'C012AB3CD',
  })
  await waitFor('the connection', () => slack.connections() === 1)
})
afterAll(async () => {
  watched.stop()
  await sockets.close()
  await baton.close()
  await slack.close()
})

let count = 0
/** The worker has read all that was sent before, on this connection or the next. */
async function worksStill(): Promise<void> {
  await waitFor('the connection', () => slack.connections() === 1)
  const id = slack.send('slash_commands', { type: 'x' }, `works-${++count}`)
  await waitFor('an acknowledgment', () => slack.acks.includes(id))
}

test(`${howMany} hostile envelopes end no worker, and the next one is acknowledged (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const envelopes = [
    { type: 'hello', num_connections: 1, connection_info: { app_id: 'A1' } },
    { type: 'disconnect', reason: 'warning' },
    { envelope_id: 'one', type: 'interactive', payload: { type: 'block_actions', container: { channel_id: 'C1', message_ts: '1.2' } } },
    { envelope_id: 'two', type: 'events_api', payload: { event: { type: 'x' } } },
  ]
  for (let sent = 0; sent < howMany; sent++) {
    await waitFor('the connection', () => slack.connections() > 0)
    slack.say(malformed(random, oneOf(random, envelopes)))
    if (sent % 50 === 49) await worksStill()
  }
  await worksStill()
  expect(watched.ends).toEqual([])
})

test('of a flood of envelopes, few are recorded at a time', async () => {
  await worksStill()
  running.most = 0
  for (let sent = 0; sent < 100; sent++) slack.say(JSON.stringify({ envelope_id: `flood-${sent}`, type: 'slash_commands', payload: {} }))
  await waitFor('some to be acknowledged', () => slack.acks.filter((id) => id.startsWith('flood-')).length > 20)
  expect(running.most).toBeGreaterThan(0)
  expect(running.most).toBeLessThanOrEqual(4)
  expect(watched.ends).toEqual([])
})
