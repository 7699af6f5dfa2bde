import type { Tables } from '../../platform/database-types.ts'
import { sql } from '../../platform/postgres.ts'

export type InstanceRow = Omit<Tables['agent_instances'], 'org_id' | 'created_at'>

const columns = 'i.id, i.user_id, i.agent_id, i.client_session, i.connection, i.seen_at'
const own = 'i.org_id = $1 and i.user_id = $2 and i.agent_id is not distinct from $3'

export const instanceById = sql<InstanceRow>(`select ${columns} from agent_instances i where i.org_id = $1 and i.id = $2`)
// The conversation says more than the connection: a client may put several conversations through one.
export const instanceByKeys = sql<InstanceRow>(`select ${columns} from agent_instances i
  where ${own} and (i.client_session = $4 or (i.connection = $5 and ($4::text is null or i.client_session is null)))
  order by (i.client_session = $4) is true desc limit 1`)
export const insertInstance = sql<InstanceRow>(`insert into agent_instances as i
    (org_id, id, user_id, agent_id, client_session, connection, seen_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing returning ${columns}`)
// A key that another instance has already stays there.
export const bindInstance = sql(`update agent_instances i set
    client_session = coalesce(i.client_session, case when not exists (select from agent_instances o where o.org_id = i.org_id
      and o.user_id = i.user_id and o.agent_id is not distinct from i.agent_id and o.client_session = $3) then $3 end),
    connection = coalesce(i.connection, case when not exists (select from agent_instances o where o.org_id = i.org_id
      and o.user_id = i.user_id and o.agent_id is not distinct from i.agent_id and o.connection = $4) then $4 end)
  where i.org_id = $1 and i.id = $2`)
export const unbindConnection = sql<{ id: string }>(
  'update agent_instances set connection = null where org_id = $1 and user_id = $2 and connection = $3 returning id',
)
