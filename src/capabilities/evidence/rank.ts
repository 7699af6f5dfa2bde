import type { Principal } from '../../kernel/context.ts'
import { isPresent, levelsOf } from '../../kernel/authorize.ts'
import type { Rank } from '../workflows/gate.ts'

/** What is attached to a claim that others can look at. */
interface Form {
  exit_code?: number | undefined
  log?: string | undefined
  url?: string | undefined
}

/** What a result is worth, from who brings it and what comes with it; never from what they say it is worth. */
export function rankOf(principal: Principal, form: Form, now: Date): Rank {
  if (principal.credential.kind === 'system') return 'observed'
  if (isBuildServer(principal)) return 'ci'
  if (isPresent(principal, now)) return 'observed'
  const attached = form.exit_code !== undefined || Boolean(form.log?.trim()) || Boolean(form.url)
  return attached ? 'reported' : 'claimed'
}

/** Only a key that an admin has made for it: one that may do everything was not, and a member could make one for their own work. */
const isBuildServer = ({ credential, scopes, agent, organization }: Principal): boolean =>
  credential.kind === 'api_key' &&
  agent === null &&
  (scopes?.includes('ci:write') ?? false) &&
  organization !== null &&
  levelsOf(organization.role).includes('manage')
