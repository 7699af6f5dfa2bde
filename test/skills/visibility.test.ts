import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { callTool } from '../looping/mcp-client.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
/** The viewers, from closest to most distant. */
let people: Record<'owner' | 'mate' | 'member' | 'admin' | 'viewer' | 'stranger', Person>

beforeAll(async () => {
  baton = await startBaton()
  const admin = await (await baton.person('ada')).createOrganization('acme')
  const join = async (handle: string, role: string): Promise<Person> => {
    const person = await baton.person(handle)
    await admin.do('POST', '/api/organization/members', { user: handle, role })
    return person.in('acme')
  }
  const [owner, mate, member] = [await join('olga', 'member'), await join('mike', 'member'), await join('nora', 'member')]
  const stranger = await (await baton.person('sven')).createOrganization('other')
  people = { owner, mate, member, admin, viewer: await join('vera', 'viewer'), stranger }
  await owner.do('POST', '/api/teams', { name: 'Web', handle: 'web-team' })
  await owner.do('POST', '/api/teams/web-team/members', { user: 'mike' })
  const make = (slug: string, place: object) =>
    owner.do('POST', '/api/skills', { slug, name: slug, description: `About ${slug}`, body: `How to ${slug}`, ...place })
  await make('mine', {})
  await make('teams', { visibility: 'team', team: 'web-team' })
  await make('everybodys', { visibility: 'team' })
  await make('worlds', { visibility: 'public' })
})
afterAll(() => baton.close())

const sees: Record<keyof typeof people, string[]> = {
  owner: ['everybodys', 'mine', 'teams', 'worlds'],
  mate: ['everybodys', 'teams', 'worlds'],
  member: ['everybodys', 'worlds'],
  admin: ['everybodys', 'worlds'],
  viewer: ['everybodys', 'worlds'],
  stranger: ['worlds'],
}

test.each(Object.entries(sees))('%s lists and reads exactly what is theirs to see', async (who, expected) => {
  const person = people[who as keyof typeof people]
  const answer = await person.call('GET', '/api/skills')
  expect(answer.status).toBe(200)
  expect(answer.body.items.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual(expected)
  for (const slug of ['mine', 'teams', 'everybodys', 'worlds']) {
    const { status, body } = await person.call('GET', `/api/skills/${slug}`)
    expect([slug, status]).toEqual([slug, expected.includes(slug) ? 200 : 404])
    if (status === 200) expect(body.body).toBe(`How to ${slug}`)
  }
})

test('an agent is shown the skills of its own organization, and those of strangers only when it asks for them', async () => {
  const slugs = async (person: Person, input: object = {}) => {
    const { body } = await callTool(baton.url, (await person.mcpToken()).token, 'list_skills', input)
    return body.items.map(({ slug }: { slug: string }) => slug).toSorted()
  }
  expect(await slugs(people.member)).toEqual(['everybodys', 'worlds'])
  expect(await slugs(people.stranger)).toEqual([])
  expect(await slugs(people.stranger, { visibility: 'public' })).toEqual(['worlds'])
})

test('each skill says where it comes from and whose word it is', async () => {
  const facts = async (person: Person) =>
    Object.fromEntries(
      (await person.do('GET', '/api/skills')).items.map((skill: any) => [skill.slug, [skill.source, skill.trust, skill.organization]]),
    )
  expect(await facts(people.owner)).toEqual({
    mine: ['personal', 'own', 'acme'],
    teams: ['team', 'own', 'acme'],
    everybodys: ['team', 'own', 'acme'],
    worlds: ['public', 'own', 'acme'],
  })
  expect(await facts(people.member)).toEqual({ everybodys: ['team', 'team', 'acme'], worlds: ['public', 'team', 'acme'] })
  expect(await facts(people.stranger)).toEqual({ worlds: ['public', 'public', 'acme'] })
  const read = await people.stranger.do('GET', '/api/skills/worlds')
  expect(read).toMatchObject({ owner_id: null, team_id: null, author: { user_id: null, agent_id: null, organization: 'acme' } })
})

test('the list can be narrowed by visibility, tag and the beginning of a name', async () => {
  const { owner } = people
  await owner.do('PUT', '/api/skills/worlds', { tags: ['web', 'review'] })
  const found = async (query: string) => (await owner.do('GET', `/api/skills?${query}`)).items.map(({ slug }: { slug: string }) => slug)
  expect(await found('visibility=personal')).toEqual(['mine'])
  expect((await found('visibility=team')).toSorted()).toEqual(['everybodys', 'teams'])
  expect(await found('visibility=public')).toEqual(['worlds'])
  expect(await found('tag=review')).toEqual(['worlds'])
  expect(await found('q=EVERY')).toEqual(['everybodys'])
})

test('a shared skill is changed by its owner, its team’s leads and admins, a personal one by its owner', async () => {
  const { mate, member, admin, viewer, stranger, owner } = people
  const rename = (person: Person, slug: string) => person.call('PUT', `/api/skills/${slug}`, { name: `By ${person.user.handle}` })
  const statuses = async (slug: string) =>
    Promise.all([mate, member, admin, viewer, stranger].map(async (person) => (await rename(person, slug)).status))
  expect(await statuses('mine')).toEqual([404, 404, 404, 403, 404])
  expect(await statuses('teams')).toEqual([403, 404, 404, 403, 404])
  expect(await statuses('everybodys')).toEqual([403, 403, 200, 403, 404])
  expect(await statuses('worlds')).toEqual([403, 403, 200, 403, 404])
  expect((await admin.call('PUT', '/api/skills/everybodys', { visibility: 'personal' })).status).toBe(403)
  await owner.do('PATCH', '/api/teams/web-team/members/mike', { role: 'lead' })
  expect((await rename(mate, 'teams')).status).toBe(200)
  expect(
    (await member.call('POST', '/api/skills', { name: 'x', description: 'x', body: 'x', visibility: 'team', team: 'web-team' })).status,
  ).toBe(403)
  expect((await owner.call('POST', '/api/skills', { name: 'x', description: 'x', body: 'x', team: 'web-team' })).status).toBe(400)
})

test('a skill of a team that is gone is its owner’s', async () => {
  const { owner, mate } = people
  await owner.do('POST', '/api/teams', { name: 'Gone', handle: 'gone-team' })
  await owner.do('POST', '/api/teams/gone-team/members', { user: 'mike', role: 'lead' })
  await owner.do('POST', '/api/skills', { slug: 'left', name: 'Left', description: 'x', body: 'x', visibility: 'team', team: 'gone-team' })
  expect((await mate.call('GET', '/api/skills/left')).status).toBe(200)
  await owner.do('DELETE', '/api/teams/gone-team')
  expect((await mate.call('GET', '/api/skills/left')).status).toBe(404)
  await owner.do('PUT', '/api/skills/left', { name: 'Still mine', team: null })
  expect((await mate.call('GET', '/api/skills/left')).status).toBe(200)
})

test('what happens to a personal or a team’s skill is told to its owner alone', async () => {
  const rows = await baton.look<{ slug: string; owner_id: string | null }>(
    "select data -> 'skill' ->> 'slug' as slug, owner_id from events where type = 'skill.created'",
  )
  const told = Object.fromEntries(rows.map(({ slug, owner_id }) => [slug, owner_id]))
  const { id } = people.owner.user
  expect(told).toMatchObject({ mine: id, teams: id, everybodys: null, worlds: null })
})

test('nobody without a login sees more than the public page', async () => {
  expect((await send(baton.url, 'GET', '/api/skills')).status).toBe(401)
  expect((await send(baton.url, 'GET', '/api/skills/public/worlds')).status).toBe(200)
  for (const slug of ['mine', 'teams', 'everybodys', 'nothing-of-this-name']) {
    expect((await send(baton.url, 'GET', `/api/skills/public/${slug}`)).status, slug).toBe(404)
  }
})
