import { sql } from '../../../platform/postgres.ts'
import { type FullSession, full, from, visible, within } from './session-sql.ts'

export const sessionById = sql(`select ${full} ${from} where ${visible} and s.id = :id`).as<FullSession>()
export const lockedSession = sql(`select ${full} ${from} where ${visible} and s.id = :id for no key update of s`).as<FullSession>()
/** The unfinished session of an instance, by the client's conversation id or by its connection. */
export const sessionOfInstance = sql(`select s.id ${from} where ${visible} and s.owner_id = :user and ${within}
  and (:agent::uuid is null or s.agent_id = :agent) and s.status in ('running', 'lost')
  and (i.client_session = :client_session or (i.connection = :connection and (:client_session::text is null or i.client_session is null)))
  order by (i.client_session = :client_session) is true desc, s.id desc limit 1`).as<{ id: string }>()
export const successorOf = sql(`select s.id, a.slug as agent,
    u.handle as owner, s.started_at as at ${from} left join agents a on a.org_id = s.org_id and a.id = s.agent_id
  left join users u on u.id = s.owner_id where ${visible} and s.parent_id = :id order by s.id desc limit 1`).as<{
  id: string
  agent: string | null
  owner: string | null
  at: string
}>()
