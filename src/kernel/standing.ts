import type { Database, Tx } from '../platform/postgres.ts'
import type { Principal } from './context.ts'

export interface Standing {
  database: Database
  /** Refuses an agent that was stopped. */
  requireStanding(tx: Tx, org: string, agent: string): Promise<void>
}

/** Whether an agent may write in the organization whose transaction this is. */
export function stands(kernel: Standing, realm: string, tx: Tx, { agent, organization }: Principal): Promise<void> | undefined {
  if (!agent || !organization || realm !== 'organization') return undefined
  return kernel.requireStanding(tx, organization.id, agent)
}

/** The same for an operation of another realm: asked before its transaction, in one of the organization the agent acts in. */
export async function standsElsewhere(kernel: Standing, realm: string, { agent, organization, user }: Principal): Promise<void> {
  if (!agent || !organization || realm === 'organization') return
  const place = { org: organization.id, user }
  await kernel.database.withRealm('organization', place, 'read', (tx) => kernel.requireStanding(tx, organization.id, agent))
}
