import pg from 'pg'

export interface Cast {
  jwt: string
  mcpToken: string
  apiKey: string
  organization: string
  /** Eight people with an organization and a project of their own. */
  neighbours: readonly string[]
}

const post = async (url: string, path: string, body: unknown, token?: string): Promise<Record<string, unknown>> => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

const register = (url: string, handle: string) =>
  post(url, '/api/auth/register', { email: `${handle}@example.com`, password: 'bench password', name: 'Bench', handle })

/** How many tasks wait in the project that claims are made in. */
export const waiting = 2500

/** One user with a small and a large project and one full of tasks to claim, and neighbours so that tables are not one tenant's alone. */
export async function prepareCast(url: string, admin: string, large: number): Promise<Cast> {
  const login = await register(url, 'bench')
  const jwt = String(login['token'])
  const user = login['user'] as { id: string; personal_organization_id: string }
  const token = await post(url, '/api/settings/mcp-tokens', { name: 'bench' }, jwt)
  const key = await post(url, '/api/settings/api-keys', { name: 'bench' }, jwt)
  const everyStatus = ['backlog', 'todo', 'in_progress', 'in_review', 'complete']
  for (const [slug, count, statuses] of [
    ['small', 1000, everyStatus],
    ['large', large, everyStatus],
    ['queue', waiting, ['todo']],
  ] as const) {
    const project = await post(url, '/api/projects', { name: slug, slug }, jwt)
    await fill(admin, user.personal_organization_id, String(project['id']), String(project['key']), user.id, count, statuses)
  }
  // As many in one organization as in eight: what is compared is who waits for whom.
  for (const slug of spread) await post(url, '/api/projects', { name: slug, slug }, jwt)
  const neighbours: string[] = []
  for (const [place] of spread.entries()) {
    const neighbour = String((await register(url, `neighbour${place}`))['token'])
    await post(url, '/api/projects', { name: 'spread0', slug: 'spread0' }, neighbour)
    neighbours.push(neighbour)
  }
  const credentials = { jwt, mcpToken: String(token['token']), apiKey: String(key['key']) }
  return { ...credentials, organization: user.personal_organization_id, neighbours }
}

/** Projects without a task: as many as there are neighbours. */
export const spread = Array.from({ length: 8 }, (_, place) => `spread${place}`)

/** All that was claimed waits again. */
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
