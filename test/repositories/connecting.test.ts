import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, ownerOf, startWithGitHub, type WithGitHub } from '../code-host/connected.ts'

let world: WithGitHub
beforeAll(async () => void (world = await startWithGitHub()))
afterAll(() => world.close())

let count = 0
const newRepository = async () => {
  const repository = await world.github.addRepository(`connecting-${++count}`)
  await repository.push('main', 'First', { 'README.md': '# Hello', 'src/a.ts': 'export const a = 1\n' })
  return repository
}

test('a repository that a person’s own login lists can be connected, and nothing else', async () => {
  const [mine, hidden] = [await newRepository(), await newRepository()]
  const ann = await ownerOf(world, mine)
  const { items } = await ann.do('GET', '/api/repos/github')
  expect(items.map(({ repo }: { repo: string }) => repo)).toContain(mine.name)
  expect(items.map(({ repo }: { repo: string }) => repo)).not.toContain(hidden.name)
  const refused = await ann.call('POST', '/api/repos', { project: 'web', repo: hidden.name })
  expect(refused).toMatchObject({ status: 404, body: { detail: expect.stringContaining('Nobody has granted') } })
  const made = await ann.do('POST', '/api/repos', { project: 'web', repo: mine.name })
  expect(made).toMatchObject({ repo: mine.name, projects: ['web'], status: 'new' })
  // The installation has access to the other repository too, but no token for this one does.
  expect((await ann.do('GET', '/api/repos')).items).toHaveLength(1)
})

test('a login that somebody else began comes to nothing', async () => {
  const repository = await newRepository()
  const [ann, eve] = [await ownerOf(world, repository), await ownerOf(world, repository)]
  const { url, state } = await eve.do('POST', '/api/repos/github/login', {})
  const { code } = await world.github.agree('ada', url)
  expect((await ann.call('POST', '/api/repos/github/access', { code, state })).status).toBe(409)
  const again = { code: 'no-such-code', state }
  expect((await eve.call('POST', '/api/repos/github/access', again)).body).toMatchObject({ detail: expect.stringContaining('Start again') })
})

test('a fine-grained token opens its repositories, is stored sealed and shown to nobody', async () => {
  const repository = await newRepository()
  const person = await world.baton.person()
  const ann = await person.createOrganization(`token-${person.user.handle}`)
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  expect((await ann.call('POST', '/api/repos/github/tokens', { token: 'ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' })).status).toBe(400)
  expect((await ann.call('POST', '/api/repos/github/tokens', { token: 'github_pat_unknownunknownunknown' })).status).toBe(409)
  const token = world.github.fineGrainedToken('bob', repository.name)
  const way = await ann.do('POST', '/api/repos/github/tokens', { token })
  expect(way).toMatchObject({ kind: 'token', account: 'bob', repositories: 1 })
  const [row] = await world.baton.look<{ token: Buffer }>('select token from code_connections where id = $1', [way.id])
  expect(row?.token.includes(Buffer.from(token))).toBe(false)
  const { id } = await connect(ann, repository)
  expect(await ann.do('GET', `/api/repos/${id}`)).toMatchObject({ status: 'ready', connection: { kind: 'token', account: 'bob' } })
  await ann.do('DELETE', `/api/repos/github/connections/${way.id}`)
  expect(await ann.do('GET', `/api/repos/${id}`)).toMatchObject({ status: 'failed', error: expect.stringContaining('connection') })
  expect((await world.baton.look('select token from code_connections where id = $1', [way.id]))[0]).toMatchObject({ token: null })
})

test('a private project’s repository is as private as the project', async () => {
  const repository = await newRepository()
  const ann = await ownerOf(world, repository)
  await ann.do('POST', '/api/projects', { name: 'Secret', slug: 'secret', visibility: 'private' })
  const { id } = await ann.do('POST', '/api/repos', { project: 'secret', repo: repository.name })
  const bob = await world.baton.person()
  await ann.api.addMember({ user: bob.user.handle, role: 'member' })
  const inside = bob.in(ann.organization as string)
  expect((await inside.do('GET', '/api/repos')).items).toHaveLength(0)
  expect((await inside.call('GET', `/api/repos/${id}`)).status).toBe(404)
})

test('what is disconnected leaves nothing behind', async () => {
  const repository = await newRepository()
  const ann = await ownerOf(world, repository)
  const { id } = await connect(ann, repository)
  await ann.do('DELETE', `/api/repos/${id}`)
  for (const table of ['repositories', 'repository_files', 'repository_branches', 'repository_projects'])
    expect(await world.baton.look(`select from ${table} where org_id = $1`, [ann.organization]), table).toHaveLength(0)
})
