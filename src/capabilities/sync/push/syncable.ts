import type { Contract } from '../../../kernel/contract.ts'
import { operationAreas } from '../../operation-areas.ts'

const areas: ReadonlySet<string> = new Set(['projects', 'links', 'skills', 'work', 'knowledge', 'memory', 'notices'])
/** Who holds a task is decided now, between those who are there now. */
const leases: ReadonlySet<string> = new Set(['claimTask', 'releaseTask', 'renewLease', 'askRelease', 'overrideLease', 'completeTask'])

/**
 * What may have been done without a connection. Not gates, approvals, leases and credentials, which are about this moment; nothing that needs a
 * person who is there, shows a secret or takes long.
 */
export function isSyncable(name: string, contract: Contract): boolean {
  const { realm, effect, http, job, needs_person, secret_output, heavy, streams } = contract
  if (realm !== 'organization' || effect === 'read' || !http?.length) return false
  if (job || needs_person || secret_output || heavy || streams) return false
  return areas.has(operationAreas[name] ?? '') && !leases.has(name) && !/lease/i.test(name)
}
