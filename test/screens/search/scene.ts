import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

export interface SearchScene {
  baton: Baton
  owner: Person
  member: Person
  org: string
}

/** An organization with an owner, a member, a project visible to everyone and one that the member can't see. */
export async function openScene(settings: Record<string, string> = {}): Promise<SearchScene> {
  const baton = await startBaton(settings)
  const owner = await (await baton.person('owner')).createOrganization('acme')
  const org = owner.organization ?? ''
  const member = (await baton.person('member')).in(org)
  await owner.api.addMember({ user: 'member' })
  await owner.api.createProject({ name: 'Web shop', slug: 'web', key: 'WEB' })
  await owner.api.createProject({ name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
  return { baton, owner, member, org }
}

export const search = (person: Person, q: string, more = '') => person.do('GET', `/api/search?q=${encodeURIComponent(q)}${more}`)
export const suggest = (person: Person, q: string, more = '') =>
  person.do('GET', `/api/search/suggestions?q=${encodeURIComponent(q)}${more}`)
/** The hits that hold a word of the question. */
export const telling = ({ items }: { items: { title: string; why: { words: string[] } }[] }) => ({
  items: items.filter(({ why }) => why.words.length > 0),
})
export const titles = ({ items }: { items: { title: string }[] }): string[] => items.map(({ title }) => title)

/** Differences between the index and its sources; rows of things that no longer exist must be gone. */
export const differences = (baton: Baton) =>
  baton.look(`with wanted as (select ${columns} from app.search_sources), kept as (select ${columns} from search_documents)
    select 'missing' as what, * from (select * from wanted except select * from kept) m
    union all select 'left over', * from (select * from kept except select * from wanted) l limit 20`)
const columns = 'org_id, id, item_id, kind, project_id, team_id, owner_id, personal, ref, title, body'
