import { sql } from '../../platform/postgres.ts'

const counted = `jsonb_to_recordset($2::jsonb) as c (agent_id uuid, tool text, calls bigint, errors bigint, milliseconds bigint,
    tokens_returned bigint, last_at timestamptz, last_ok boolean, last_subject text)
  join agents a on a.org_id = $1 and a.id = c.agent_id`
// Always in the same order: two nodes that add at the same moment never wait for each other in a circle.
export const addCalls = sql(`insert into tool_calls as t (org_id, hour, agent_id, tool, calls, errors, milliseconds, tokens_returned)
  select $1, date_trunc('hour', $3::timestamptz, 'UTC'), c.agent_id, c.tool, c.calls, c.errors, c.milliseconds, c.tokens_returned
  from ${counted} order by c.agent_id, c.tool
  on conflict (org_id, hour, agent_id, tool) do update set calls = t.calls + excluded.calls, errors = t.errors + excluded.errors,
    milliseconds = t.milliseconds + excluded.milliseconds, tokens_returned = t.tokens_returned + excluded.tokens_returned`)
export const setLastCalls = sql(`insert into agent_last_calls as l (org_id, agent_id, tool, ok, at, subject)
  select distinct on (c.agent_id) $1, c.agent_id, c.tool, c.last_ok, c.last_at, c.last_subject from ${counted} order by c.agent_id, c.last_at desc
  on conflict (org_id, agent_id) do update set tool = excluded.tool, ok = excluded.ok, at = excluded.at, subject = excluded.subject
    where l.at < excluded.at`)

// A session that the agent made up, or one of another agent's, is nobody's.
export const keepCalls =
  sql(`insert into recent_calls (org_id, id, agent_id, session_id, tool, ok, milliseconds, tokens_returned, recalled, at)
  select $1, c.id, c.agent_id, s.id, c.tool, c.ok, c.milliseconds, c.tokens_returned, c.recalled, c.at
  from jsonb_to_recordset($2::jsonb) as c (id uuid, agent_id uuid, session_id uuid, tool text, ok boolean, milliseconds integer,
    tokens_returned integer, recalled jsonb, at timestamptz)
  join agents a on a.org_id = $1 and a.id = c.agent_id
  left join agent_sessions s on s.org_id = $1 and s.id = c.session_id and s.owner_id = a.owner_id and coalesce(s.agent_id, a.id) = a.id on conflict do nothing`)
// Whoever adds calls takes some old ones out; so many more than can be added that they never pile up.
export const forgetCalls = sql(`delete from recent_calls where org_id = $1 and id in (
  select id from recent_calls where org_id = $1 and at < $2 order by at limit 20000)`)

export interface CallRow {
  id: string
  tool: string
  ok: boolean
  milliseconds: number
  tokens_returned: number
  recalled: { id: string; text: string[]; meaning: number | null }[]
  at: string
}
// A client without a connection of its own names its session now and then: what its agent did meanwhile belongs to it.
export const callsOfSession =
  sql<CallRow>(`select c.id, c.tool, c.ok, c.milliseconds, c.tokens_returned, c.recalled, c.at from recent_calls c
  where c.org_id = $1 and (c.session_id = $2 or (c.session_id is null and c.agent_id = $3 and c.at >= $4 and c.at <= $5))
  order by c.at desc, c.id desc limit $6`)

// The rule for who sees an agent: everybody, or whoever sees the project it works in; its owner always.
const visible = `(a.project_id is null or a.owner_id = app.user() or exists (select from projects p
  where p.org_id = a.org_id and p.id = a.project_id and p.deleted_at is null and app.sees_project(p.visibility, p.id)))`

export const callsByTool = sql<{
  tool: string
  calls: number
  errors: number
  milliseconds: number
  tokens_returned: number
  agents: number
}>(`select t.tool, sum(t.calls)::bigint as calls, sum(t.errors)::bigint as errors, sum(t.milliseconds)::bigint as milliseconds,
    sum(t.tokens_returned)::bigint as tokens_returned, count(distinct t.agent_id)::integer as agents
  from tool_calls t join agents a on a.org_id = t.org_id and a.id = t.agent_id
  where t.org_id = $1 and t.hour >= date_trunc('hour', $2::timestamptz, 'UTC') and t.hour < $3 and ($4::uuid is null or t.agent_id = $4)
    and ${visible} group by t.tool order by calls desc, t.tool limit 200`)
// What it was about may be of a project that only the agent's owner is sure to see.
export const lastCalls = sql<{
  id: string
  slug: string
  name: string
  status: string
  tool: string
  ok: boolean
  at: string
  subject: string | null
}>(`select a.id,
    a.slug, a.name, a.status, l.tool, l.ok, l.at, case when a.owner_id = app.user() then l.subject end as subject
  from agent_last_calls l join agents a on a.org_id = l.org_id and a.id = l.agent_id
  where l.org_id = $1 and a.deleted_at is null and ($2::uuid is null or a.id = $2) and ${visible} order by l.at desc, a.id limit 500`)
