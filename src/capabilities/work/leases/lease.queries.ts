import { sql } from '../../../platform/postgres.ts'
import { idsAmong } from '../../keyed.ts'

/** Who a lease belongs to, by the names that people know. */
export const holderOf =
  sql(`select a.slug as agent, a.name as agent_name, u.handle as user, s.id as session, left(s.goals[1], 120) as session_title
  from (select 1) one left join agents a on a.org_id = :org and a.id = :lease_agent_id left join users u on u.id = :lease_user_id
  left join agent_sessions s on s.org_id = :org and s.id = any(${idsAmong('array[:lease_holder]')})`).as<{
    agent: string | null
    agent_name: string | null
    user: string | null
    session: string | null
    session_title: string | null
  }>()
