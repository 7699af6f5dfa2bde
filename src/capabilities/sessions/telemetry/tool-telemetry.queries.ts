import { sql } from '../../../platform/postgres.ts'

const counted = `jsonb_to_recordset(:counted::jsonb) as c (agent_id uuid, tool text, calls bigint, errors bigint, milliseconds bigint,
    tokens_returned bigint, last_at timestamptz, last_ok boolean, last_subject text)
  join agents a on a.org_id = :org and a.id = c.agent_id`
// Rows are always locked in the same order, so two nodes that add at the same moment can't deadlock.
export const addCalls = sql(`insert into tool_calls as t (org_id, hour, agent_id, tool, calls, errors, milliseconds, tokens_returned)
  select :org, date_trunc('hour', :now::timestamptz, 'UTC'), c.agent_id, c.tool, c.calls, c.errors, c.milliseconds, c.tokens_returned
  from ${counted} order by c.agent_id, c.tool
  on conflict (org_id, hour, agent_id, tool) do update set calls = t.calls + excluded.calls, errors = t.errors + excluded.errors,
    milliseconds = t.milliseconds + excluded.milliseconds, tokens_returned = t.tokens_returned + excluded.tokens_returned`)
/** Returns whose calls these are, and what decides who sees them. */
export const setLastCalls = sql(`with stored as (insert into agent_last_calls as l (org_id, agent_id, tool, ok, at, subject)
  select distinct on (c.agent_id) :org, c.agent_id, c.tool, c.last_ok, c.last_at, c.last_subject from ${counted} order by c.agent_id, c.last_at desc
  on conflict (org_id, agent_id) do update set tool = excluded.tool, ok = excluded.ok, at = excluded.at, subject = excluded.subject
    where l.at < excluded.at returning l.agent_id)
  select a.id, a.project_id, a.owner_id from stored s join agents a on a.org_id = :org and a.id = s.agent_id`).as<{
  id: string
  project_id: string | null
  owner_id: string
}>()

// A session id that the agent made up, or that belongs to another agent, is stored as null.
export const keepCalls =
  sql(`insert into recent_calls (org_id, id, agent_id, session_id, tool, ok, error, milliseconds, tokens_returned, recalled, at)
  select :org, c.id, c.agent_id, s.id, c.tool, c.ok, c.error, c.milliseconds, c.tokens_returned, c.recalled, c.at
  from jsonb_to_recordset(:calls::jsonb) as c (id uuid, agent_id uuid, session_id uuid, tool text, ok boolean, error text, milliseconds integer,
    tokens_returned integer, recalled jsonb, at timestamptz)
  join agents a on a.org_id = :org and a.id = c.agent_id
  left join agent_sessions s on s.org_id = :org and s.id = c.session_id and s.owner_id = a.owner_id and coalesce(s.agent_id, a.id) = a.id on conflict do nothing`)
// Every insert also deletes some old calls, more than can be added at once, so that they never pile up.
export const purgeCalls = sql(`delete from recent_calls where org_id = :org and id in (
  select id from recent_calls where org_id = :org and at < :now order by at limit 20000)`)

export interface CallRow {
  id: string
  tool: string
  ok: boolean
  error: string | null
  milliseconds: number
  tokens_returned: number
  recalled: { id: string; text: string[]; meaning: number | null }[]
  at: string
}
// A client without a connection of its own names its session only now and then; what its agent did meanwhile belongs to it.
export const callsOfSession =
  sql(`select c.id, c.tool, c.ok, c.error, c.milliseconds, c.tokens_returned, c.recalled, c.at from recent_calls c
  where c.org_id = :org and (c.session_id = :session or (c.session_id is null and c.agent_id = :agent_id and c.at >= :started_at and c.at <= :until))
  order by c.at desc, c.id desc limit :limit`).as<CallRow>()
// Who sees an agent: everybody, or whoever sees the project it works in; its owner always, except within a run.
const visible = `(a.project_id is null or (a.owner_id = app.user() and app.only_project() is null) or exists (select from projects p
  where p.org_id = a.org_id and p.id = a.project_id and p.deleted_at is null and app.sees_project(p.visibility, p.id)))`

export const callsByTool =
  sql(`select t.tool, sum(t.calls)::bigint as calls, sum(t.errors)::bigint as errors, sum(t.milliseconds)::bigint as milliseconds,
    sum(t.tokens_returned)::bigint as tokens_returned, count(distinct t.agent_id)::integer as agents
  from tool_calls t join agents a on a.org_id = t.org_id and a.id = t.agent_id
  where t.org_id = :org and t.hour >= date_trunc('hour', :since::timestamptz, 'UTC') and t.hour < :until and (:agent::uuid is null or t.agent_id = :agent)
    and ${visible} group by t.tool order by calls desc, t.tool limit 200`).as<{
    tool: string
    calls: number
    errors: number
    milliseconds: number
    tokens_returned: number
    agents: number
  }>()
// The subject may belong to a project that only the agent's owner is sure to see.
export const lastCalls = sql(`select a.id,
    a.slug, a.name, a.status, l.tool, l.ok, l.at, case when a.owner_id = app.user() then l.subject end as subject
  from agent_last_calls l join agents a on a.org_id = l.org_id and a.id = l.agent_id
  where l.org_id = :org and a.deleted_at is null and (:agent::uuid is null or a.id = :agent) and ${visible} order by l.at desc, a.id limit 500`).as<{
  id: string
  slug: string
  name: string
  status: string
  tool: string
  ok: boolean
  at: string
  subject: string | null
}>()
