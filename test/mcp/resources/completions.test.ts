import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { everyClient, overStreamable } from '../at.ts'

let baton: Baton
let ann: Person
let token: string
let made: Record<string, any>

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  token = (await ann.mcpToken()).token
  for (const slug of ['web', 'website', 'api']) {
    await ann.do('POST', '/api/projects', { name: `Project ${slug}`, slug, key: slug.toUpperCase().slice(0, 6) })
  }
  made = {
    task: await ann.do('POST', '/api/tasks', { project: 'web', title: 'Paint the door' }),
    other: await ann.do('POST', '/api/tasks', { project: 'api', title: 'Paint the floor' }),
    note: await ann.do('POST', '/api/notes', { project: 'web', title: 'Paint supplies' }),
    spec: await ann.do('POST', '/api/specs', { project: 'web', title: 'Painting', body: 'How' }),
    decision: await ann.do('POST', '/api/decisions', { project: 'web', title: 'Paint blue' }),
    skill: await ann.do('POST', '/api/skills', { name: 'Painting', slug: 'painting', description: 'How', body: 'So' }),
    feature: await ann.do('POST', '/api/features', { project: 'web', title: 'Painted doors' }),
    session: await ann.do('POST', '/api/sessions', { goals: ['Paint'], project: 'web' }),
    agent: await ann.do('POST', '/api/agents', { name: 'Painter', slug: 'painter' }),
  }
})
afterAll(() => baton.close())

const ofTemplate = (uri: string, name: string, value: string) => ({
  ref: { type: 'ref/resource' as const, uri },
  argument: { name, value },
})
const ofPrompt = (prompt: string, name: string, value: string, chosen?: Record<string, string>) => ({
  ...{ ref: { type: 'ref/prompt' as const, name: prompt }, argument: { name, value } },
  ...(chosen && { context: { arguments: chosen } }),
})

describe.each(Object.entries(everyClient))('a client %s', (_kind, connect) => {
  test('completes every variable of a template and every argument of a prompt', async () => {
    const client = await connect({ url: baton.url, token })
    const values = async (params: any) => (await client.complete(params)).completion.values
    expect(await values(ofTemplate('baton://projects/{slug}', 'slug', 'we'))).toEqual(expect.arrayContaining(['web', 'website']))
    expect(await values(ofTemplate('baton://projects/{slug}', 'slug', 'Project a'))).toEqual(['api'])
    expect(await values(ofTemplate('baton://tasks/{key}', 'key', 'WEB-'))).toContain(made['task'].key)
    expect(await values(ofTemplate('baton://tasks/{key}', 'key', 'paint the d'))).toEqual([made['task'].key])
    expect(await values(ofTemplate('baton://notes/{id}', 'id', 'Paint s'))).toEqual([made['note'].id])
    expect(await values(ofTemplate('baton://specs/{id}', 'id', 'WEB-S'))).toEqual([made['spec'].ref])
    expect(await values(ofTemplate('baton://decisions/{id}', 'id', 'Paint b'))).toEqual([made['decision'].ref])
    expect(await values(ofTemplate('baton://skills/{slug}', 'slug', 'Pain'))).toEqual(['painting'])
    expect(await values(ofPrompt('plan_feature', 'project', 'ap'))).toEqual(['api'])
    expect(await values(ofPrompt('plan_feature', 'goal', 'Paint'))).toEqual(['Painting'])
    expect(await values(ofPrompt('plan_feature', 'spec', 'Paint', { project: 'api' }))).toEqual([])
    expect(await values(ofPrompt('review_gate', 'feature', 'WEB-F'))).toEqual([made['feature'].ref])
    expect(await values(ofPrompt('resume_work', 'session', 'Paint'))).toEqual([made['session'].id])
    expect(await values(ofPrompt('hand_over', 'to', 'pa'))).toEqual(['painter'])
    expect(await values(ofPrompt('standup', 'since', ''))).toEqual(['yesterday', 'today', 'last-week'])
    await client.close()
  })
})

test('every template and every prompt in the lists can be completed', async () => {
  const client = await overStreamable({ url: baton.url, token })
  for (const { uriTemplate } of (await client.listResourceTemplates()).resourceTemplates) {
    const variable = /\{(\w+)\}/.exec(uriTemplate)?.[1] ?? ''
    expect((await client.complete(ofTemplate(uriTemplate, variable, ''))).completion.values.length, uriTemplate).toBeGreaterThan(0)
  }
  for (const prompt of (await client.listPrompts()).prompts) {
    for (const { name } of prompt.arguments ?? []) await client.complete(ofPrompt(prompt.name, name, ''))
  }
  await client.close()
})

test('there are at most a hundred values, with how many there are once that is known', async () => {
  const many = await baton.person('many')
  for (let n = 0; n < 105; n++) await many.do('POST', '/api/projects', { name: `P ${n}`, slug: `p-${n}`, key: `P${n}X` })
  const client = await overStreamable({ url: baton.url, token: (await many.mcpToken()).token })
  const all = (await client.complete(ofTemplate('baton://projects/{slug}', 'slug', 'p-'))).completion
  expect([all.values.length, all.total, all.hasMore]).toEqual([100, 105, true])
  const few = (await client.complete(ofTemplate('baton://projects/{slug}', 'slug', 'p-10'))).completion
  expect([few.values.length, few.total, few.hasMore]).toEqual([6, 6, false])
  await client.close()
})

test('nobody completes what is not theirs to see, or what there is not', async () => {
  const bob = await baton.person('bob')
  const client = await overStreamable({ url: baton.url, token: (await bob.mcpToken()).token })
  for (const uri of ['baton://projects/{slug}', 'baton://tasks/{key}', 'baton://notes/{id}', 'baton://specs/{id}']) {
    const variable = /\{(\w+)\}/.exec(uri)?.[1] ?? ''
    for (const value of ['', 'p', 'w', 'WEB-']) {
      expect((await client.complete(ofTemplate(uri, variable, value))).completion.values, uri).toEqual([])
    }
  }
  await expect(client.complete(ofTemplate('baton://rockets/{id}', 'id', ''))).rejects.toMatchObject({ code: -32602 })
  await expect(client.complete(ofPrompt('resume_work', 'no_such', ''))).rejects.toMatchObject({ code: -32602 })
  await client.close()
})
