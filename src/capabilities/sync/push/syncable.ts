import type { Contract } from '../../../kernel/contract.ts'
import { operationAreas } from '../../operation-areas.ts'

const areas: ReadonlySet<string> = new Set(['projects', 'links', 'skills', 'work', 'knowledge', 'memory', 'notices'])
/** Who holds a task is decided in the moment, among those who are connected. */
const leases: ReadonlySet<string> = new Set(['claimTask', 'releaseTask', 'renewLease', 'askRelease', 'overrideLease', 'completeTask'])

/**
 * Whether an operation may have been done offline. Excluded are gates, approvals, leases and credentials, which are about the present moment, and
 * whatever needs a person present, reveals a secret or takes long.
 */
export function isSyncable(name: string, contract: Contract): boolean {
  const { realm, effect, http, job, needs_person, secret_output, heavy, streams } = contract
  if (realm !== 'organization' || effect === 'read' || !http?.length) return false
  if (job || needs_person || secret_output || heavy || streams) return false
  return areas.has(operationAreas[name] ?? '') && !leases.has(name) && !/lease/i.test(name)
}
