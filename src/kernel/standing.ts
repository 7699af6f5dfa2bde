import type { Database, Tx } from '../platform/postgres.ts'
import type { Principal } from './context.ts'

export interface Standing {
  database: Database
  /** Refuses an agent that was stopped. */
  requireStanding(tx: Tx, org: string, agent: string): Promise<void>
}

/** Whether an agent may write, whatever the door and the realm: an agent stands in the organization it acts in. */
export function stands(kernel: Standing, realm: string, tx: Tx, { agent, organization, user }: Principal): Promise<void> | undefined {
  if (!agent || !organization) return undefined
  if (realm === 'organization') return kernel.requireStanding(tx, organization.id, agent)
  const place = { org: organization.id, user }
  return kernel.database.withRealm('organization', place, 'read', (own) => kernel.requireStanding(own, organization.id, agent))
}
