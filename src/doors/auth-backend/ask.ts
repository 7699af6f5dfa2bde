import { nobody, type Principal } from '../../kernel/context.ts'
import { Refusal, type ErrorCode } from '../../kernel/errors.ts'
import { boundedFetch, jsonOf } from '../../platform/bounded-fetch.ts'
import { bearer } from '../shared/authenticate.ts'
import type { Credentials } from '../shared/credentials.ts'
import { Identified, RevokedAnswer, places } from './wire.ts'

const patience = 5_000
const fetchBackend = boundedFetch()

/** Credential checks through the auth backend, for a process that has no access to the schema `auth`. */
export function askedCredentials(backend: string, key: string, audiences: readonly string[]): Credentials {
  async function ask(path: string, body: unknown): Promise<unknown> {
    const response = await fetchBackend(new URL(path, backend), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    }).catch(() => undefined)
    if (!response || response.status >= 500) {
      throw new Refusal('unavailable', 'The authentication service does not respond. Try again in a moment.', { retry_after: 1 })
    }
    const answer = ((await jsonOf(response)) ?? {}) as { code?: ErrorCode; detail?: string }
    if (response.ok) return answer
    // A wrong key is the operator's mistake, not the caller's.
    if (response.status === 403) throw new Error(`the authentication part refuses AUTH_BACKEND_KEY: ${answer.detail}`)
    throw new Refusal(answer.code ?? 'unavailable', answer.detail ?? 'The authentication part gave no reason.')
  }
  return {
    async identify(authorization) {
      const credential = bearer(authorization)
      if (!credential) throw new Refusal('unauthenticated', 'Send a token: Authorization: Bearer <token>.')
      return { ...nobody, ...Identified.parse(await ask(places.identify, { credential, audiences })) }
    },
    async revokedAmong(principals) {
      const credentials = principals.map(({ credential: { kind, id }, organization }) => ({ kind, id, organization: organization?.id }))
      const { revoked } = RevokedAnswer.parse(await ask(places.revoked, { credentials }))
      const ended = new Set<string | null>(revoked)
      return principals.filter((principal: Principal) => ended.has(principal.credential.id))
    },
    async recordUse(tokens) {
      await ask(places.used, { tokens })
    },
  }
}
