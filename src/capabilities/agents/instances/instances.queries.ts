import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'
import { keyed } from '../../keyed.ts'
import { entered } from '../sessions/session-sql.ts'

export type InstanceRow = Omit<Tables['agent_instances'], 'org_id' | 'created_at'>

const columns = 'i.id, i.user_id, i.agent_id, i.client_session, i.connection, i.seen_at'

export const instanceById = sql(`select ${columns} from agent_instances i where i.org_id = :org and i.id = :id`).as<InstanceRow>()
/** The window that holds a task, by the task's key or id. */
const holding = <Which extends string>(which: Which) =>
  sql(`select ${columns} from work_items w join agent_instances i on i.org_id = w.org_id and i.id = w.lease_instance_id
    where w.org_id = :org and ${which}`).as<InstanceRow>()
export const holdingByKey = holding(keyed(':name'))
export const holdingById = holding('w.id = :name')
export const enter = sql(`select ${entered} as id`).as<{ id: string }>()
// A key that already belongs to another instance stays there.
export const bindInstance = sql(`update agent_instances i set
    client_session = coalesce(i.client_session, case when not exists (select from agent_instances o where o.org_id = i.org_id
      and o.user_id = i.user_id and o.agent_id is not distinct from i.agent_id and o.client_session = :client_session) then :client_session end),
    connection = coalesce(i.connection, case when not exists (select from agent_instances o where o.org_id = i.org_id
      and o.user_id = i.user_id and o.agent_id is not distinct from i.agent_id and o.connection = :connection) then :connection end)
  where i.org_id = :org and i.id = :id`)
export const unbindConnection = sql(
  'update agent_instances set connection = null where org_id = :org and user_id = :user_id and connection = :connection returning id',
).as<{ id: string }>()
