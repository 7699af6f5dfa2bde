import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

export type InstanceRow = Omit<Tables['agent_instances'], 'org_id' | 'created_at'>

const columns = 'i.id, i.user_id, i.agent_id, i.client_session, i.connection, i.seen_at'
const own = 'i.org_id = :org and i.user_id = :user and i.agent_id is not distinct from :agent'

export const instanceById = sql(`select ${columns} from agent_instances i where i.org_id = :org and i.id = :id`).as<InstanceRow>()
// The conversation says more than the connection: a client may put several conversations through one.
export const instanceByKeys = sql(`select ${columns} from agent_instances i
  where ${own} and (i.client_session = :client_session or (i.connection = :connection and (:client_session::text is null or i.client_session is null)))
  order by (i.client_session = :client_session) is true desc limit 1`).as<InstanceRow>()
export const insertInstance = sql(`insert into agent_instances as i
    (org_id, id, user_id, agent_id, client_session, connection, seen_at, created_at)
  values (:org, :id, :user, :agent, :client_session, :connection, :now, :now) on conflict do nothing returning ${columns}`).as<InstanceRow>()
// A key that another instance has already stays there.
export const bindInstance = sql(`update agent_instances i set
    client_session = coalesce(i.client_session, case when not exists (select from agent_instances o where o.org_id = i.org_id
      and o.user_id = i.user_id and o.agent_id is not distinct from i.agent_id and o.client_session = :client_session) then :client_session end),
    connection = coalesce(i.connection, case when not exists (select from agent_instances o where o.org_id = i.org_id
      and o.user_id = i.user_id and o.agent_id is not distinct from i.agent_id and o.connection = :connection) then :connection end)
  where i.org_id = :org and i.id = :id`)
export const unbindConnection = sql(
  'update agent_instances set connection = null where org_id = :org and user_id = :user_id and connection = :connection returning id',
).as<{ id: string }>()
