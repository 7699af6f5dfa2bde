import { keyed } from '../../keyed.ts'

/**
 * The instance a call came from, as far as the call tells: by the client's conversation id, by the connection, by the session it works in, or
 * by the fence it sends, whether that is still valid or not. A call without any of these is attributed to the only instance that has anything
 * at stake, if there is just one; that is a guess, and doesn't count as a sign of life.
 */
const own = 'i.org_id = :org and i.agent_id = :agent and i.user_id = :user'
const isNoOther = 'coalesce(i.client_session = :client_session, i.connection = :connection, true)'
const recent = 'i.seen_at > :remembered_since'
const atStake = `${recent} and (exists (select from agent_notices n where n.org_id = :org and n.instance_id = i.id and n.delivered_at is null)
  or exists (select from agent_sessions s where s.org_id = :org and s.instance_id = i.id and s.status = 'running')
  or exists (select from work_items w where w.org_id = :org and w.lease_holder = i.id::text and w.lease_until > :now))`
// An agent whose calls carry no keys has an instance for every claim; all that matters is whether there are two, hence the limit.
const onlyOne = <Where extends string>(where: Where) =>
  `select (array_agg(o.id))[1] as id, min(o.seen_at) as seen_at, false as known
    from (select i.id, i.seen_at from agent_instances i where ${own} and ${atStake} ${where} order by i.seen_at desc limit 2) o having count(*) = 1` as const
/** The same for a call without keys. */
export const untoldCaller = onlyOne('')
/** Whether a notice is waiting for any instance that such a call may come from. */
export const waitsForAny = `select from agent_notices n join agent_instances i on i.id = n.instance_id and ${own} and ${recent}
  where n.org_id = :org and n.delivered_at is null` as const
export const caller = `select i.id, i.seen_at, true as known from agent_instances i where ${own} and i.client_session = :client_session
  union select i.id, i.seen_at, true as known from agent_instances i where ${own} and i.connection = :connection and (:client_session::text is null or i.client_session is null)
  union select i.id, i.seen_at, true as known from agent_sessions s join agent_instances i on i.id = s.instance_id and ${own} and ${isNoOther}
    where s.org_id = :org and s.id = :claimed_session::uuid
  union select i.id, i.seen_at, true as known from work_items w join agent_instances i on i.id = w.lease_instance_id and ${own} and ${isNoOther}
    where w.org_id = :org and ${keyed(':task')} and w.fence = :fence
  union select i.id, i.seen_at, true as known from agent_notices n join agent_instances i on i.id = n.instance_id and ${own} and ${isNoOther}
    where n.org_id = :org and n.fence = :fence and n.delivered_at is null
  union ${onlyOne('and coalesce(:client_session, :connection, :claimed_session::text, :fence) is null')}` as const
