import pg from 'pg'
import { Person } from '../test/harness/person.ts'

export interface Cast {
  person: Person
  mcpToken: string
  apiKey: string
  organization: string
  /** Eight people, each with their own organization and project. */
  neighbours: readonly Person[]
}

/** Half the lifetime of an access token, because a full run outlasts the token. */
const renewAfter = 7.5 * 60_000
const loggedIn = new WeakMap<Person, number>()

async function register(url: string, handle: string): Promise<Person> {
  const person = await Person.register(url, handle)
  loggedIn.set(person, performance.now())
  return person
}

/** A person's access token, renewed by logging in again before it expires. */
export async function tokenOf(person: Person): Promise<string> {
  if (performance.now() - (loggedIn.get(person) ?? 0) > renewAfter) {
    await person.logInAgain()
    loggedIn.set(person, performance.now())
  }
  return person.token
}

/** Number of tasks to claim in the queue project. */
export const waiting = 2500

/** One user with a small project, a large one and one full of tasks to claim, plus neighbors so that the tables hold more than one tenant. */
export async function prepareCast(url: string, admin: string, large: number): Promise<Cast> {
  const person = await register(url, 'bench')
  const { user } = person
  const { token: mcpToken } = await person.mcpToken('bench')
  const { key: apiKey } = await person.do('POST', '/api/settings/api-keys', { name: 'bench' })
  const everyStatus = ['backlog', 'todo', 'in_progress', 'in_review', 'complete']
  for (const [slug, count, statuses] of [
    ['small', 1000, everyStatus],
    ['large', large, everyStatus],
    ['queue', waiting, ['todo']],
  ] as const) {
    const project = await person.do('POST', '/api/projects', { name: slug, slug })
    await fill(admin, user.personal_organization_id, project.id, project.key, user.id, count, statuses)
  }
  // The same number of projects within one organization as across eight, so that only the lock contention differs.
  for (const slug of spread) await person.do('POST', '/api/projects', { name: slug, slug })
  const neighbours: Person[] = []
  for (const [place] of spread.entries()) {
    const neighbour = await register(url, `neighbour${place}`)
    await neighbour.do('POST', '/api/projects', { name: 'spread0', slug: 'spread0' })
    neighbours.push(neighbour)
  }
  return { person, mcpToken, apiKey, organization: user.personal_organization_id, neighbours }
}

/** Empty projects, one per neighbor. */
export const spread = Array.from({ length: 8 }, (_, place) => `spread${place}`)

/** Puts every claimed task back into the queue. */
export async function releaseClaims(admin: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  await client.query(`update work_items set status = 'todo', lease_holder = null, lease_until = null, lease_user_id = null, lease_agent_id = null,
    lease_instance_id = null, fence = null where lease_holder is not null`)
  await client.query('vacuum analyze work_items')
  await client.end()
}

async function fill(
  admin: string,
  org: string,
  project: string,
  key: string,
  user: string,
  count: number,
  statuses: readonly string[],
): Promise<void> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  await client.query(
    `with epics as (
       insert into work_items (org_id, project_id, id, kind, number, key, rank, title, created_by, created_at, updated_at)
       select $1, $2, gen_random_uuid(), 'epic', $5 + n, $3 || '-' || $5 + n, lpad(($5 + n)::text, 10, '0'), 'Epic ' || n, $4, now(), now()
       from generate_series(1, 20) n returning id, number
     )
     insert into work_items (org_id, project_id, id, kind, number, key, rank, title, description, status, priority, labels, due_on, assignee_id, parent_id,
       created_by, created_at, updated_at)
     select $1, $2, gen_random_uuid(), 'task', n, $3 || '-' || n, lpad(n::text, 10, '0'), 'Task number ' || n, repeat('words ', 20),
       ($6::text[])[1 + n % cardinality($6::text[])], (array['none', 'low', 'medium', 'high', 'urgent'])[1 + n % 5],
       array['label' || n % 10], case when n % 2 = 0 then date '2026-01-01' + n % 365 end, case when n % 3 = 0 then $4::uuid end, epics.id,
       $4, now() - n * interval '1 second', now() - n * interval '1 second'
     from generate_series(1, $5::integer) n left join epics on n % 2 = 0 and epics.number = $5 + 1 + (n / 2) % 20`,
    [org, project, key, user, count, statuses],
  )
  await client.query('update projects set last_number = $2 where id = $1', [project, count + 20])
  await client.query('vacuum analyze work_items')
  await client.query('vacuum analyze work_item_labels')
  await client.end()
}
