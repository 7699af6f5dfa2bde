import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { nobody } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { call, result, streamableClient, type McpClient } from '../mcp/clients.ts'
import type { Person } from '../harness/person.ts'
import { embedAll } from './worker-runs.ts'

let baton: Baton
let owner: Person
let client: McpClient
const project = 'harbor'

beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.person('ann')).createOrganization('port')
  await owner.do('POST', '/api/projects', { name: 'Harbor', slug: project, key: 'HRB' })
  client = await streamableClient({ url: baton.url, token: (await owner.mcpToken()).token, client: 'scout' })
})
afterAll(async () => {
  await client.close()
  await baton.close()
})

const learn = (content: string, more = {}) => result(client, 'store_memory', { project, content, ...more })
/** What is sure or likely; an answer can end with what only comes closest. */
const isSound = ({ confidence }: any) => confidence !== 'unsure'
const asks = (query: string, more = {}) => call(client, 'search_memory', { query, project, ...more })

test('a hit says when and by whom it was said, and what contradicts it', async () => {
  const { ref: older } = await learn('The staging database listens on port 5433.')
  const newer = await learn('The staging database listens on port 6432.')
  expect(newer.similar).toMatchObject([{ ref: older, kind: 'contradiction', by: expect.stringMatching(/^scout/) }])
  await embedAll(baton, owner.organization ?? '')
  const { structuredContent, content } = await asks('staging database port', { limit: 1 })
  const [hit] = structuredContent.items
  expect(hit).toMatchObject({ kind: 'memory', at: expect.stringMatching(/^\d{4}-/), by: expect.stringMatching(/^scout/) })
  expect(hit.contradicts).toMatchObject([{ ref: hit.ref === older ? newer.ref : older, at: expect.any(String), by: expect.any(String) }])
  expect(structuredContent.more).toBe(1)
  expect(content[0]?.text).toContain('1 item; 1 more with a higher limit.')
  for (const said of ['contradicts', '5433', '6432', 'by: scout']) expect(content[0]?.text).toContain(said)

  const { key } = await owner.do('POST', '/api/tasks', { project, title: 'Move the staging database to another port' })
  const { memories } = await result(client, 'claim_task', { task: key })
  expect(memories.map(({ contradicts }: any) => contradicts.length)).toEqual([1, 1])
  expect(memories[0]).toMatchObject({ at: expect.any(String), by: expect.stringMatching(/^scout/) })
})

test('store_memory takes the place of another, which leaves search and stays in its history', async () => {
  const wrong = await learn('Invoices are archived for seven years.', { tags: ['law'] })
  const right = await learn('Invoices are archived for ten years.', { supersedes: wrong.ref })
  expect(right).toMatchObject({ supersedes_ref: wrong.ref, tags: ['law'], similar: [] })
  const { items } = (await asks('How long are invoices archived?')).structuredContent
  expect(items.filter(isSound).map(({ ref }: any) => ref)).toEqual([right.ref])
  expect(items.map(({ ref }: any) => ref)).not.toContain(wrong.ref)
  expect(items[0].supersedes_ref).toBe(wrong.ref)
  expect((await owner.do('GET', `/api/memories/${right.ref}`)).history).toMatchObject([{ ref: wrong.ref }])
  const again = await call(client, 'store_memory', { content: 'Never mind', supersedes: wrong.ref })
  expect(again).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('already_superseded') }] })
  const elsewhere = await call(client, 'store_memory', { content: 'Mine', scope: 'agent', supersedes: right.ref })
  expect(elsewhere.content[0]?.text).toContain('superseded where it is')
})

test('an answer that is unsure says how many others come less close, and a limit shows them', async () => {
  for (const at of [1, 2, 3]) await learn(`The pilot boat number ${at} has a red hull.`)
  await embedAll(baton, owner.organization ?? '')
  const { structuredContent, content } = await asks('orchestra rehearsal schedule')
  expect(structuredContent).toMatchObject({ found: 'unsure', items: [{}, {}] })
  expect(structuredContent.more).toBeGreaterThan(0)
  expect(content[0]?.text).toContain(`2 items; ${structuredContent.more} more with a higher limit.`)
  const all = (await asks('orchestra rehearsal schedule', { limit: 50 })).structuredContent
  expect(all.items).toHaveLength(2 + structuredContent.more)
  expect(all.items.every((hit: any) => !isSound(hit))).toBe(true)
})

test('what nobody knows is answered with nothing, or with what is called unsure, and says so', async () => {
  await learn('The crane vendor throttles to 20 requests a minute.')
  const { structuredContent, content } = await asks('quantum chromodynamics')
  expect(['unsure', 'nothing']).toContain(structuredContent.found)
  expect(content[0]?.text).toMatch(/Nothing here answers this for certain|Nothing is stored here about this/)
  const { items, found, note } = await owner.do('GET', '/api/memories/search?query=quantum%20chromodynamics')
  expect(items.map(({ confidence }: any) => confidence).every((grade: string) => grade === 'unsure')).toBe(true)
  expect(items.length).toBeLessThanOrEqual(2)
  expect(note).toBe(
    items.length === 0 ? 'Nothing is stored here about this.' : 'Nothing here answers this for certain; these come closest.',
  )
  expect(found).toBe(items.length === 0 ? 'nothing' : 'unsure')
})

test('one search finds memories, specs, decisions, tasks, notes and features, and `in` narrows it', async () => {
  const word = 'Gangway'
  await learn(`${word} lights are checked by the pilot.`)
  await owner.do('POST', '/api/specs', { project, title: `${word} sensors`, body: 'Each has two.' })
  await owner.do('POST', '/api/decisions', { project, title: `${word} data in one table`, rationale: 'Joins were slow.' })
  await owner.do('POST', '/api/tasks', { project, title: `Paint the ${word}` })
  await owner.do('POST', '/api/notes', { project, title: `${word} walk`, content: 'It rained.' })
  await owner.do('POST', '/api/features', { project, title: `${word} booking` })
  const kindsOf = async (more = {}) =>
    (await asks(word, more)).structuredContent.items
      .filter(({ confidence }: any) => confidence !== 'unsure')
      .map(({ kind = 'task' }: any) => kind)
      .toSorted()
  expect(await kindsOf()).toEqual(['decision', 'feature', 'memory', 'note', 'spec', 'task'])
  expect(await kindsOf({ in: ['spec', 'note'] })).toEqual(['note', 'spec'])
  const { items } = (await asks(word, { in: ['decision'] })).structuredContent
  expect(items[0]).toMatchObject({ ref: 'HRB-D1', status: 'accepted', by: 'ann', at: expect.any(String) })
})

test('a credential with scopes finds only the kinds it may read', async () => {
  const { ref } = await learn('Fenders are inflated on Mondays.')
  await owner.do('POST', '/api/notes', { project, title: 'Fenders', content: 'They float.' })
  const operation = operations.get('searchKnowledge')
  const organization = { id: owner.organization ?? '', role: 'owner' } as const
  const as = async (scopes: string[] | null) => {
    const answer: any = await execute(
      baton.node.assembly.kernel,
      operation,
      { ...nobody, user: owner.user.id, organization, scopes },
      { query: 'Fenders', project },
      { door: 'mcp' },
    )
    return { ...answer, items: answer.items.filter(isSound) }
  }
  expect(await as(['memory:read'])).toMatchObject({ items: [{ ref }], note: expect.stringContaining('Not every kind was searched') })
  expect(await as(['memory:read', 'note:read'])).toMatchObject({ items: [{}, {}] })
  expect(await as(null)).toMatchObject({ items: [{}, {}], note: null })
})

test('a decision that was superseded says by which', async () => {
  await owner.do('POST', '/api/decisions', { project, title: 'Tugs are booked by fax' })
  await owner.do('POST', '/api/decisions', { project, title: 'Tugs are booked by mail', supersedes: ['HRB-D2'] })
  const { items } = (await asks('Tugs booked by fax', { in: ['decision'] })).structuredContent
  expect(items.find(({ ref }: any) => ref === 'HRB-D2')).toMatchObject({ status: 'superseded', superseded_by: 'HRB-D3' })
})

test('of a long text the passage that answers is shown, and how long the whole is', async () => {
  const filler = 'The quay was quiet and nothing of note happened that day. '.repeat(40)
  await learn(`${filler}The bollard inspection needs a certified diver. ${filler}`)
  const [hit] = (await asks('bollard inspection diver')).structuredContent.items
  expect(hit.content).toContain('certified diver')
  expect(hit.content.length).toBeLessThanOrEqual(402)
  expect(hit.content_length).toBeGreaterThan(4000)
})

test('identifiers, paths, compounds, misspelt words and other languages are found by their words alone', async () => {
  const found = async (query: string) => (await asks(query, { limit: 3 })).structuredContent.items.map(({ ref }: any) => ref)
  const fee = (await learn('calculateBerthFee() rounds half up after all surcharges.')).ref
  const path = (await learn('src/billing/berth-tariff.ts is generated, edit the sheet instead.')).ref
  const tax = (await learn('Der Mehrwertsteuersatz beträgt 25 Prozent.')).ref
  await learn('Die Post wird um acht verteilt.')
  const strike = (await learn('En cas de grève les frais de stationnement sont suspendus.')).ref
  for (const query of ['calculate berth fee rounding', 'calculate_berth_fee', 'calcualteBerthFee'])
    expect(await found(query)).toContain(fee)
  for (const query of ['berth-tariff.ts', 'billing/berth-tariff']) expect((await found(query))[0]).toBe(path)
  expect((await found('Wie hoch ist die Mehrwertsteuer?'))[0]).toBe(tax)
  expect((await found('Que se passe-t-il pendant les grèves ?'))[0]).toBe(strike)
})

test('a briefing repeats nothing that is said twice', async () => {
  await learn('Lighthouse lamps are replaced every spring.')
  const { ref: newest } = await learn('lighthouse  lamps are replaced every spring.')
  const { key } = await owner.do('POST', '/api/tasks', { project, title: 'Replace the lighthouse lamps' })
  const { memories } = await result(client, 'claim_task', { task: key })
  expect(memories.map(({ ref }: any) => ref)).toEqual([newest])
})
