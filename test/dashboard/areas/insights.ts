import { newId } from '../../../src/platform/ids.ts'
import type { Area, Scene } from '../every-page.ts'

/** Twelve weeks of tasks completed at a steady pace by people and agents, and what the agents cost. */
async function makeHistory({ mira, slug, dashboard: { baton } }: Scene): Promise<void> {
  const { id: project, org_id: org } = (
    await baton.look<{ id: string; org_id: string }>('select id, org_id from projects where slug = $1', [slug])
  )[0]!
  const agents = await baton.look<{ id: string }>('select id from agents where org_id = $1 order by id limit 3', [org])
  await baton.look(
    `insert into work_items (org_id, id, project_id, kind, number, key, title, status, labels, rank, created_by, created_at, updated_at, completed_at, proof, proof_covers)
     select $1, gen_random_uuid(), $2, 'task', 5000 + n, 'BAT-' || (5000 + n), 'A task of the past ' || n,
       case when n % 4 = 0 then 'todo' else 'complete' end, array['api'], lpad((5000 + n)::text, 10, '0'), $3,
       now() - make_interval(days => 84 - n), now(), case when n % 4 = 0 then null else now() - make_interval(days => 80 - n) end,
       case when n % 3 = 0 then 'none' else 'ci' end, case when n % 3 = 0 then '{}'::text[] else '{unit}' end
     from generate_series(1, 78) n`,
    [org, project, mira.user.id],
  )
  const past = "from work_items w where w.org_id = $1 and w.title like 'A task of the past %'"
  await baton.look(
    `insert into status_changes (org_id, item_id, seq, at, until, from_status, status, blocked, user_id, agent_id)
     select w.org_id, w.id, 1, w.created_at, w.completed_at - interval '30 hours', null::text, 'todo', false, w.created_by, null::uuid ${past} and w.status = 'complete'
     union all select w.org_id, w.id, 2, w.completed_at - interval '30 hours', w.completed_at - interval '5 hours', 'todo', 'in_progress', false, w.created_by, null ${past} and w.status = 'complete'
     union all select w.org_id, w.id, 3, w.completed_at - interval '5 hours', w.completed_at, 'in_progress', 'in_review', false, w.created_by, null ${past} and w.status = 'complete'
     union all select w.org_id, w.id, 4, w.completed_at, null, 'in_review', 'complete', false, w.created_by,
       case when w.number % 2 = 0 then $2::uuid end ${past} and w.status = 'complete'
     union all select w.org_id, w.id, 1, w.created_at, null, null, w.status, false, w.created_by, null ${past} and w.status = 'todo'`,
    [org, agents[0]?.id ?? null],
  )
  for (const [place, agent] of agents.entries()) {
    await mira.do('PUT', `/api/agents/${agent.id}/budget`, { daily_cost: 12 })
    for (let days = 0; days < 14; days++)
      await baton.look(
        `insert into usage_days (org_id, id, day, owner_id, agent_id, project_id, model, cost_micros, reports, reports_without_tokens, reports_without_cost)
         values ($1, $2, (now() at time zone 'UTC')::date - $3::int, $4, $5, $6, 'opus', $7, 1, 1, 0)
         on conflict do nothing`,
        [org, newId(), days, mira.user.id, agent.id, project, ((days * 7 + place * 3) % 14) * 1_000_000 + 500_000],
      )
  }
}

export const insights: Area = async (scene) => {
  const { mira, org, slug } = scene
  await makeHistory(scene)
  await mira.do('POST', '/api/teams', { name: 'Insight', handle: 'insight-team' })
  await mira.do('POST', '/api/workspaces', { name: 'Insight', slug: 'insight', projects: [slug], team: 'insight-team' })
  await mira.do('POST', '/api/teams', { name: 'Idle', handle: 'idle-team' })
  const at = `/${org}/p/${slug}/insights`
  return [
    { name: 'activity', path: `/${org}/activity`, ready: 'Today' },
    { name: 'activity-project', path: `/${org}/p/${slug}/activity?area=work`, ready: 'Today' },
    { name: 'insights-project', path: at, ready: '85% likely to finish by' },
    { name: 'insights-tables', path: `${at}?view=tables`, ready: 'Forecast, 85%' },
    { name: 'insights-organization', path: `/${org}/insights`, ready: 'In review' },
    { name: 'insights-team', path: `/${org}/teams/insight-team/insights`, ready: '85% of tasks finish within' },
    { name: 'insights-team-idle', path: `/${org}/teams/idle-team/insights`, ready: 'No projects yet' },
    {
      name: 'insights-label',
      path: `${at}?days=28&label=api`,
      ready: 'not by agent or label',
      then: async (page) => {
        await page.getByRole('button', { name: /^Period/ }).click()
        await page.getByText('Last 26 weeks').waitFor()
      },
    },
  ]
}
