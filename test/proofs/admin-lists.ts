import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

interface Size {
  few: { users: number; teams: number }
  many: { users: number; teams: number }
  samples: number
  /** The allowed ratio of the times. */
  ratio: number
}

/** An administrator's lists on a small and a large instance, called alternately so that both see the same machine load. */
export const proof = {
  name: 'admin-lists',
  claim: 'an administrator’s lists take as long with 100,000 users and 10,000 teams as with 1,000 users',
  timed: true,
  short: { few: { users: 200, teams: 100 }, many: { users: 2_000, teams: 1_000 }, samples: 40, ratio: 3 },
  full: { few: { users: 1_000, teams: 1_000 }, many: { users: 100_000, teams: 10_000 }, samples: 300, ratio: 1.3 },
  async run(small: Baton, { few, many, samples, ratio: allowed }: Size): Promise<Record<string, number>> {
    const large = await startBaton({}, undefined, small.servers)
    try {
      await fill(small, few.users, few.teams)
      await fill(large, many.users, many.teams)
      const stages = { few: await stage(small), many: await stage(large) }
      const figures: Record<string, number> = { users: many.users, teams: many.teams, samples }
      let worst = 0
      for (const list of Object.keys(stages.few) as (keyof typeof stages.few)[]) {
        const times = { few: [] as number[], many: [] as number[] }
        for (let sample = -10; sample < samples; sample++) {
          for (const side of sample % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
            const began = performance.now()
            await stages[side][list]()
            if (sample >= 0) times[side].push(performance.now() - began)
          }
        }
        const [before, after] = [median(times.few), median(times.many)]
        const ratio = after / before
        worst = Math.max(worst, ratio)
        Object.assign(figures, { [`${list}_few_ms`]: round(before), [`${list}_many_ms`]: round(after), [`${list}_ratio`]: round(ratio) })
      }
      figures['worst_ratio'] = round(worst)
      if (!(worst <= allowed)) throw new Error(`a list takes ${round(worst)} times as long: ${JSON.stringify(figures)}`)
      return figures
    } finally {
      await large.close()
    }
  },
}

async function stage(baton: Baton) {
  const admin = await baton.administrator()
  const [middle] = await baton.look<{ id: string }>('select id from users order by id offset (select count(*) / 2 from users) limit 1')
  const deep = Buffer.from((middle?.id ?? '').replaceAll('-', ''), 'hex').toString('base64url')
  const [somebody] = await baton.look<{ id: string }>("select id from users where handle = 'u-00000100'")
  const list =
    (path: string, least = 1) =>
    async () => {
      const { items } = await (admin as Person).do('GET', path)
      if (items.length < least) throw new Error(`${path} shows ${items.length}`)
    }
  return {
    users: list('/api/admin/users', 50),
    users_in_the_middle: list(`/api/admin/users?cursor=~${deep}`, 50),
    users_by_name: list('/api/admin/users?q=u-000001', 10),
    teams: list('/api/admin/teams', 20),
    teams_by_name: list('/api/admin/teams?q=t-000000', 10),
    teams_of_a_user: list(`/api/admin/users/${somebody?.id}/teams`, 0),
    projects_of_a_user: list(`/api/admin/users/${somebody?.id}/projects`, 0),
  }
}

/** Everyone has a personal organization, and each team belongs to its creator's organization. */
async function fill(baton: Baton, users: number, teams: number): Promise<void> {
  const { look } = baton
  await look('create table made (n integer, id uuid, org uuid)')
  await look('insert into made select n, gen_random_uuid(), gen_random_uuid() from generate_series(1, $1::integer) n', [users])
  const handle = "'u-' || lpad(n::text, 8, '0')"
  await look(`insert into handles (handle, kind, id) select ${handle}, 'user', id from made`)
  await look(`insert into users (id, handle, name) select id, ${handle}, 'User ' || n from made`)
  await look(`insert into organizations (id, handle, name, personal_of) select org, ${handle}, 'User ' || n, id from made`)
  await look("insert into memberships (org_id, user_id, role) select org, id, 'owner' from made")
  await look(`insert into auth.accounts (user_id, email, personal_org_id) select id, ${handle} || '@example.com', org from made`)
  await look(
    "insert into handles (handle, kind, id) select 't-' || lpad(n::text, 8, '0'), 'team', gen_random_uuid() from made where n <= $1",
    [teams],
  )
  await look(
    `insert into teams (org_id, id, handle, name, created_by, created_at, updated_at)
      select org, gen_random_uuid(), 't-' || lpad(n::text, 8, '0'), 'Team ' || n, id, now(), now() from made where n <= $1`,
    [teams],
  )
  await look(
    `insert into team_members (org_id, team_id, user_id, role, created_at, updated_at)
      select t.org_id, t.id, t.created_by, 'lead', now(), now() from teams t join made m on m.org = t.org_id`,
  )
  await look('drop table made')
  await look('vacuum analyze')
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const round = (value: number): number => Math.round(value * 100) / 100
