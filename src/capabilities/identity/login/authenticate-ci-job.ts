import { nobody, type Principal } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { IssuerUnavailable } from '../../../platform/ci-job-tokens.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { sql, type Database } from '../../../platform/postgres.ts'
import type { Services } from '../../../platform/services.ts'

interface Deps {
  database: Database
  clock: Clock
  services: Services
}

const useCiToken = sql(
  `select org_id, state from app.use_ci_token(:id, :jti, :repository, :org, :handle, :claims::jsonb, :expires, :now)`,
).as<{ org_id: string | null; state: 'used' | 'spent' | 'unknown' | 'several' }>()

/**
 * Authenticates a CI job by its code host's own token, so that nobody holds a key. It acts for no user, in the organization that has connected
 * the job's repository, and may only report checks. Checking a token spends it; the job asks its host for another.
 */
export async function authenticateCiJob(deps: Deps, token: string, organization: string | undefined): Promise<Principal> {
  const now = deps.clock.now()
  const claims = await deps.services.ciJobTokens.verify(token, now).catch((error: unknown) => {
    if (!(error instanceof IssuerUnavailable)) throw error
    throw new Refusal('unavailable', 'The code host’s signing keys cannot be read at the moment. Try again with a new token.', {
      retry_after: 5,
    })
  })
  if (!claims)
    throw new Refusal(
      'unauthenticated',
      `This CI token is not valid: expired, changed, or not made for the audience ${deps.services.config.APP_URL}. Ask for a new one.`,
    )
  const id = newId()
  const [row] = await deps.database.identify(useCiToken, {
    id,
    jti: claims.jti,
    repository: claims.repository,
    org: organization && isId(organization) ? organization : null,
    handle: organization && !isId(organization) ? organization.slice(0, 64) : null,
    claims: JSON.stringify(claims.said),
    expires: claims.expires,
    now,
  })
  if (!row?.org_id || row.state !== 'used') throw new Refusal('unauthenticated', why[row?.state ?? 'unknown'])
  const credential = { kind: 'ci_job', id } as const
  return { ...nobody, credential, organization: { id: row.org_id, role: 'member' }, scopes: ['ci:write'] }
}

const why = {
  used: 'This CI token is not valid.',
  spent: 'This CI token was used before, and each counts once. Ask for a new one for every call.',
  unknown: 'No organization has connected the repository of this CI token. Connect it first: {connectRepo}.',
  several: 'Several organizations have connected this repository. Name yours in the header Baton-Organization.',
}
