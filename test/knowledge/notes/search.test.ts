import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../src/platform/postgres.ts'
import type { Input } from '../../../client/src/create-client.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { plansOf } from '../../harness/plans-of.ts'

let baton: Baton
let owner: Person
let member: Person
let stranger: Person

beforeAll(async () => {
  baton = await startBaton()
  owner = await (await baton.person('owner')).createOrganization('acme')
  member = (await baton.person('member')).in(owner.organization ?? '')
  stranger = await (await baton.person('stranger')).createOrganization('other')
  await owner.api.addMember({ user: 'member' })
  await owner.api.createProject({ name: 'Web', slug: 'web' })
  await owner.api.createProject({ name: 'Secret', slug: 'secret', visibility: 'private' })
  const note = (person: Person, fields: Input<'createNote'>) => person.api.createNote(fields)
  await note(owner, { project: 'web', title: 'Deploying the website', content: 'zebra one', tags: ['ops'] })
  await note(owner, { project: 'web', title: 'Meeting', content: 'we spoke of the zebra and the website' })
  await note(owner, { project: 'secret', title: 'Hidden zebra' })
  await note(owner, { title: 'Zebra of the owner' })
  await note(member, { title: 'Zebra of the member' })
  await note(stranger, { title: 'Zebra of the stranger' })
  const gone = await note(owner, { project: 'web', title: 'Deleted zebra' })
  await owner.api.deleteNote({ note: gone.id })
})
afterAll(() => baton.close())

const search = async (person: Person, query: string): Promise<string[]> =>
  (await person.do('GET', `/api/notes?${query}`)).items.map((note: { title: string }) => note.title)

test('each finds what they may see and nothing else', async () => {
  const shared = ['Deploying the website', 'Meeting']
  expect((await search(owner, 'search=zebra')).toSorted()).toEqual([
    'Deploying the website',
    'Hidden zebra',
    'Meeting',
    'Zebra of the owner',
  ])
  expect((await search(member, 'search=zebra')).toSorted()).toEqual([...shared, 'Zebra of the member'])
  expect(await search(stranger, 'search=zebra')).toEqual(['Zebra of the stranger'])
  expect(await search(owner, 'search=zebra&deleted=true')).toEqual(['Deleted zebra'])
  await owner.api.addProjectMember({ project: 'secret', user: 'member' })
  expect(await search(member, 'search=hidden')).toEqual(['Hidden zebra'])
  await owner.api.removeProjectMember({ project: 'secret', user: 'member' })
  expect(await search(member, 'search=hidden')).toEqual([])
})

test('a title weighs more than the text, words may be half typed or excluded, and filters narrow', async () => {
  expect(await search(owner, 'search=website')).toEqual(['Deploying the website', 'Meeting'])
  expect(await search(owner, 'search=depl')).toEqual(['Deploying the website'])
  expect(await search(owner, 'search=zebra -meeting&project=web')).toEqual(['Deploying the website'])
  expect(await search(owner, 'search="the zebra"')).toEqual(['Meeting'])
  expect(await search(owner, 'search=zebra&tag=ops')).toEqual(['Deploying the website'])
  expect(await search(owner, 'search=zebra&personal=true')).toEqual(['Zebra of the owner'])
  expect(await search(owner, 'search=zebra&until=2000-01-01')).toEqual([])
  for (const odd of ['!', '-', '"', '()', "'", '-"a b"', 'a or', ':*', '\\', '&|!']) {
    expect((await owner.call('GET', `/api/notes?search=${encodeURIComponent(odd)}`)).status, odd).toBe(200)
  }
})

test('pages of a search neither skip nor repeat', async () => {
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await owner.do('GET', `/api/notes?search=zebra&limit=1${cursor}`)
    seen.push(...page.items.map((note: { title: string }) => note.title))
    cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : ''
  } while (cursor)
  expect(seen).toEqual(await search(owner, 'search=zebra'))
  expect(seen).toHaveLength(4)
})

const call =
  'select s.id, n.title from app.search_notes(:search, null, false, null, null, null, false, null, null, 1000) s join notes n on n.id = s.id'

test('the function by itself keeps to the organization and the user that are set, and refuses without one', async () => {
  const { database } = baton.node.assembly.kernel
  const as = (org: string | null, user: string | null) =>
    database.withRealm('organization', { org, user }, 'read', (tx) => tx.rows(sql(call).as<{ title: string }>(), { search: 'zebra' }))
  const titles = async (org: string | null, user: string | null) => (await as(org, user)).map((row) => row.title).toSorted()
  expect(await titles(owner.organization ?? '', member.user.id)).toEqual(['Deploying the website', 'Meeting', 'Zebra of the member'])
  expect(await titles(owner.organization ?? '', null)).toEqual(['Deploying the website', 'Meeting'])
  // A non-member would see what any member sees, but the server never sets a user who isn't a member.
  expect(await titles(owner.organization ?? '', stranger.user.id)).not.toContain('Hidden zebra')
  expect(await titles(stranger.organization ?? '', owner.user.id)).toEqual([])
  await expect(as(null, owner.user.id)).rejects.toThrow('no organization is set')
})

test('the index is asked for the organization and the words at once, although row-level security stands before the table', async () => {
  await baton.look(
    `insert into notes (org_id, id, owner_id, title, content, created_by, created_at, updated_at)
      select $1, gen_random_uuid(), $2, 'Note ' || i, 'word' || i || ' ' || repeat('filler ', 20), $2, now(), now() from generate_series(1, 5000) i`,
    [owner.organization, owner.user.id],
  )
  await baton.look('vacuum analyze notes')
  const side = { org: owner.organization ?? '', user: owner.user.id }
  const plans = await plansOf(baton, side, 'select * from app.search_notes($1, null, false, null, null, null, false, null, null, 50)', [
    'word777',
  ])
  const plan = plans.find((one) => one.includes('ts_rank')) ?? ''
  expect(plan).toMatch(/Bitmap Index Scan on notes_tsv/)
  expect(plan).toMatch(/Index Cond: \(\(org_id = .*\) AND \(tsv @@/)
  expect(plan).not.toMatch(/Seq Scan on notes/)
})
