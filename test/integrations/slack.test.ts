import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { instanceLog } from '../../src/kernel/audit.ts'
import { system } from '../../src/kernel/context.ts'
import { event } from '../../src/kernel/events.ts'
import { execute } from '../../src/kernel/execute.ts'
import { implement } from '../../src/kernel/operation.ts'
import { newId } from '../../src/platform/ids.ts'
import { holdSlackSockets } from '../../src/worker/slack-sockets.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'
import { startSlack, type SlackStandIn } from './slack-stand-in.ts'
import { waitFor, patience } from '../harness/wait.ts'
import { waitForJobs } from '../harness/jobs.ts'

const times = { renewEvery: 200, silentFor: 5000, retryAfter: 50 }
const tokens = { bot_token: 'xoxb-1-secretsecret', app_token: 'xapp-1-secretsecret', channel: 'C012AB3CD' }

let baton: Baton
let slack: SlackStandIn
let worker: { close(): Promise<void> }
let sockets: { close(): Promise<void> }
let ann: Person
let bob: Person
beforeAll(async () => {
  slack = await startSlack()
  baton = await startBaton({ ...slack.settings, APP_URL: 'https://baton.example.com' })
  worker = await startWorker(baton)
  sockets = holdSlackSockets(baton.node.assembly.kernel, operations, times)
  ann = await (await baton.person('ann')).createOrganization('northwind')
  bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.do('POST', '/api/organization/members', { user: 'bob', role: 'member' })
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
})
afterAll(async () => {
  await sockets.close()
  await worker.close()
  await baton.close()
  await slack.close()
})

const path = '/api/settings/integrations/user'
const saved = () => ann.do('PUT', `${path}/slack`, tokens)
const shown = async () => (await ann.do('GET', path)).items.find((one: { provider: string }) => one.provider === 'slack')
const mention = async (words = '@ann, up or down?') => {
  const { key } = await bob.do('POST', '/api/tasks', { project: 'web', title: 'Round the <tax> & more' })
  await bob.do('POST', `/api/tasks/${key}/comments`, { body: words })
  return key as string
}
const about = (key: string) => slack.posts.filter(({ text }) => text.includes(key))

test('tokens are tried before they are stored, stand sealed, and are never answered', async () => {
  const wrong = await ann.call('PUT', `${path}/slack`, { ...tokens, bot_token: 'xoxb-invalid-secret' })
  expect([wrong.status, wrong.body.detail]).toEqual([400, expect.stringContaining('no longer takes this token')])
  const half = await ann.call('PUT', `${path}/slack`, { bot_token: tokens.bot_token })
  expect([half.status, half.body.detail]).toEqual([400, expect.stringContaining('app_token')])
  expect(await shown()).toBeUndefined()
  const made = await saved()
  expect(made).toMatchObject({
    provider: 'slack',
    account: 'baton',
    workspace: 'Northwind',
    channel: 'C012AB3CD',
    broken: false,
    last_error: null,
  })
  expect(made.last_success_at).toEqual(expect.any(String))
  expect(JSON.stringify(await ann.do('GET', path))).not.toContain('secretsecret')
  const stored = await baton.look<{ row: string }>('select row_to_json(i)::text as row from auth.integrations i')
  expect(stored).toHaveLength(1)
  expect(stored[0]?.row).not.toContain('secretsecret')
  await expect.poll(() => slack.connections()).toBe(1)
  await expect.poll(async () => (await shown()).connected).toBe(true)
})

test('what waits for a person is posted, their words harmless, with a way to Baton and none to decide', async () => {
  const key = await mention('@ann <!channel> *up* or down?')
  await expect.poll(() => about(key).length).toBe(1)
  const [post] = about(key)
  expect(post).toMatchObject({ channel: 'C012AB3CD', text: `Name of bob mentioned you in ${key} Round the &lt;tax&gt; &amp; more` })
  const text = JSON.stringify(post?.blocks)
  expect(text).not.toContain('<!channel>')
  const buttons = post?.blocks.flatMap((block: any) => block.elements?.filter((one: any) => one.type === 'button') ?? [])
  expect(buttons).toEqual([
    {
      type: 'button',
      action_id: 'open',
      text: expect.anything(),
      url: expect.stringMatching(/^https:\/\/baton\.example\.com\/northwind\/inbox\?open=/),
    },
  ])
})

test('the message is changed where it stands once somebody has decided elsewhere, and says who', async () => {
  const key = await mention()
  await expect.poll(() => about(key).length).toBe(1)
  await ann.do('POST', `/api/tasks/${key}/comments`, { body: 'Down.' })
  await expect.poll(() => about(key)[0]?.updates).toBe(1)
  expect(about(key)).toHaveLength(1)
  expect(about(key)[0]?.text).toContain('Answered by Name of ann')
  expect(JSON.stringify(about(key)[0]?.blocks)).not.toContain('"button"')
})

test('a click decides nothing, whatever it carries; it brings the message up to date', async () => {
  const feature = await bob.do('POST', '/api/features', { project: 'web', title: 'Invoices' })
  const state = async () => (await ann.do('GET', `/api/features/${feature.id}`)).gate
  const gate = await state()
  const key = await mention()
  await expect.poll(() => about(key).length).toBe(1)
  const [post] = about(key)
  const notes = async () => (await ann.do('GET', '/api/notifications')).unread
  const unread = await notes()
  const { id } = slack.click(post!, { action_id: 'approve', type: 'button', value: JSON.stringify({ feature: feature.id, approve: true }) })
  await expect.poll(() => slack.acks).toContain(id)
  await expect.poll(() => about(key)[0]?.updates).toBe(1)
  expect(await state()).toEqual(gate)
  expect(await notes()).toBe(unread)
  const written = await baton.look("select 1 from events where type in ('feature.approved', 'comment.answered', 'tunnel_action.approved')")
  expect(written).toEqual([])
})

test('an envelope whose acknowledgement was lost comes again, is acknowledged, and has had its effect once', async () => {
  const key = await mention()
  await expect.poll(() => about(key).length).toBe(1)
  slack.loseAcks(1)
  const { id, payload } = slack.click(about(key)[0]!)
  await expect.poll(() => about(key)[0]?.updates).toBe(1)
  expect(slack.acks).not.toContain(id)
  slack.sendAgain(id, 'interactive', payload)
  slack.sendAgain(id, 'interactive', payload)
  await expect.poll(() => slack.acks.filter((one) => one === id).length).toBe(2)
  await waitForJobs(baton, ['sendSlack'])
  expect(about(key)[0]?.updates).toBe(1)
})

test('a connection that Slack refreshes, or loses, is made again; what came meanwhile is not lost', async () => {
  const before = slack.opened()
  slack.refresh()
  await expect.poll(() => slack.opened()).toBeGreaterThan(before)
  await expect.poll(() => slack.connections()).toBe(1)
  const key = await mention()
  await expect.poll(() => about(key).length).toBe(1)
  slack.drop()
  const { id } = slack.click(about(key)[0]!)
  await expect.poll(() => slack.acks).toContain(id)
  await expect.poll(() => about(key)[0]?.updates).toBe(1)
})

test('when Slack wants a pause nothing is sent until it is over, and nothing is lost', async () => {
  slack.limit('chat.postMessage', 1, 2)
  const began = Date.now()
  const key = await mention()
  await expect.poll(async () => (await shown()).last_error).toContain('no more messages for now')
  expect(about(key)).toEqual([])
  await expect.poll(() => about(key).length, { timeout: patience }).toBe(1)
  expect(Date.now() - began).toBeGreaterThan(2000)
  await expect.poll(async () => (await shown()).last_error).toBeNull()
})

test('of two workers one has the connection, and the other takes it over when that ends', async () => {
  let looks = 0
  const { kernel } = (await baton.addNode()).assembly
  const { database } = kernel
  const counted: typeof database = { ...database, poll: (...call) => database.poll(...call).finally(() => looks++) }
  const other = holdSlackSockets({ ...kernel, database: counted }, operations, times)
  await waitFor('the other to have looked', () => looks >= 3)
  expect(slack.connections()).toBe(1)
  const before = slack.opened()
  await sockets.close()
  await expect.poll(() => slack.opened()).toBeGreaterThan(before)
  await expect.poll(() => slack.connections()).toBe(1)
  sockets = other
})

test('two workers that send the same notification post it once', async () => {
  const key = await mention()
  await expect.poll(() => about(key).length).toBe(1)
  const [{ notification_id, user_id }] = (await baton.look(
    'select user_id, notification_id from auth.slack_messages order by created_at desc limit 1',
  )) as any
  await baton.look('delete from auth.slack_messages where notification_id = $1', [notification_id])
  const send = () =>
    execute(
      baton.node.assembly.kernel,
      operations.get('sendSlack'),
      system(instanceLog),
      { user_id, notification_ids: [notification_id] },
      { door: 'worker' },
    )
  await Promise.all([send(), send(), send()])
  expect(about(key)).toHaveLength(2)
})

test('budget stops and dangerous actions are told too, and an action that was decided says so', async () => {
  const log = async (type: string, data: object) => {
    const kernel = baton.node.assembly.kernel
    const kind = event<object>(type, () => ({ owner_id: ann.user.id }))
    const emitting = implement({ ...operations.get('createTask').contract, effect: 'change' as const }, async (ctx) => {
      ctx.emit(kind, data)
      return {} as never
    })
    const agent = { ...system(ann.organization ?? ''), user: ann.user.id, agent: newId() }
    await execute(
      { ...kernel, checkOutput: false },
      { ...emitting, name: 'emitting' },
      agent,
      { project: 'web', title: 'x' },
      { door: 'test' },
    )
  }
  const action = { id: newId(), tunnel_id: newId(), name: 'wipe', risk: 'danger', state: 'queued' }
  await log('tunnel_action.requested', { action, owner_id: ann.user.id })
  await expect.poll(() => about('wipe').length).toBe(1)
  expect(about('wipe')[0]?.text).toContain('wants to run wipe on your machine')
  await log('tunnel_action.denied', { action: { ...action, state: 'denied' }, owner_id: ann.user.id })
  await expect.poll(() => about('wipe')[0]?.text).toContain('Decided by Name of ann')
  await log('agent.stopped', { agent: { id: newId(), slug: 'spender', name: 'Spender' }, reason: 'over_budget', mentions: [ann.user.id] })
  await expect.poll(() => about('spender').length).toBe(1)
})

test('a revoked token is noticed, nothing is tried with it again, and the page says so', async () => {
  slack.revoked.add(tokens.bot_token)
  await mention()
  await expect.poll(async () => (await shown()).broken).toBe(true)
  expect((await shown()).last_error).toContain('Save the tokens of the app again')
  await expect.poll(() => slack.connections()).toBe(0)
  const calls = slack.calls.length
  await mention()
  await expect.poll(async () => (await ann.do('GET', '/api/notifications')).unread).toBeGreaterThan(2)
  expect(slack.calls.length).toBe(calls)
  slack.revoked.delete(tokens.bot_token)
  expect(await saved()).toMatchObject({ broken: false, last_error: null })
  await expect.poll(() => slack.connections()).toBe(1)
  slack.send('events_api', { event: { type: 'tokens_revoked', tokens: { bot: ['U1'] } } })
  await expect.poll(async () => (await shown()).broken).toBe(true)
  await saved()
})

test('testing it says whether it works', async () => {
  expect(await ann.do('POST', `${path}/slack/test`)).toMatchObject({ provider: 'slack', works: true, error: null })
  await ann.do('PUT', `${path}/slack`, { channel: 'CGONE00' })
  expect(await ann.do('POST', `${path}/slack/test`)).toMatchObject({ works: false, error: expect.stringContaining('Invite the app there') })
})

test('deleted here, the token is revoked at Slack and the connection ends', async () => {
  expect(await ann.do('DELETE', `${path}/slack`)).toMatchObject({ provider: 'slack', revoking: true, revoke_at: null })
  await expect.poll(() => slack.revoked.has(tokens.bot_token)).toBe(true)
  await expect.poll(() => slack.connections()).toBe(0)
  expect(await baton.look('select 1 from auth.integrations')).toEqual([])
  expect(await baton.look('select 1 from auth.slack_messages')).toEqual([])
  expect((await ann.call('DELETE', `${path}/slack`)).status).toBe(404)
})
