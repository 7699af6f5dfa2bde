import type { Clock } from '../../../platform/clock.ts'
import { isId } from '../../../platform/ids.ts'
import type { Database } from '../../../platform/postgres.ts'
import { digest } from '../../../platform/secrets.ts'
import type { Services } from '../../../platform/services.ts'
import * as queries from './oauth-server.queries.ts'

interface Deps {
  database: Database
  clock: Clock
  services: Services
}

/** What oidc-provider stores: codes, tokens, clients, interactions and the like. */
export interface OidcPayload {
  jti?: string
  uid?: string
  grantId?: string
  aud?: string | string[]
  scope?: string
  consumed?: unknown
  [key: string]: unknown
}

const parallelMilliseconds = 10_000

/** The context that a sealed record is bound to. */
export const recordPlace = (model: string, hash: Buffer): string => `oidc ${model} ${hash.toString('hex')}`

/** The records of one model of oidc-provider. Its ids are secrets (a token is its own id), so only their digests are stored. */
export class OidcRecords {
  readonly #deps: Deps
  readonly #model: string

  constructor(deps: Deps, model: string) {
    this.#deps = deps
    this.#model = model
  }

  async upsert(id: string, payload: OidcPayload, seconds: number): Promise<void> {
    const hash = digest(id)
    const { jti: _, ...rest } = payload
    const grant = this.#model === 'Grant' ? id : payload.grantId
    await this.#deps.database.identify(queries.upsertRecord, {
      model: this.#model,
      hash,
      payload: this.#deps.services.secretBox.seal(JSON.stringify(rest), recordPlace(this.#model, hash)),
      uid_hash: this.#model === 'Session' && payload.uid ? digest(payload.uid) : null,
      grant: grant && isId(grant) ? grant : null,
      audience: typeof payload.aud === 'string' ? payload.aud : null,
      scopes: payload.scope?.split(' ') ?? null,
      expires_at: new Date(this.#now().getTime() + seconds * 1000),
    })
  }

  async find(id: string): Promise<OidcPayload | undefined> {
    const [row] = await this.#deps.database.identify(queries.findRecord, { model: this.#model, hash: digest(id), now: this.#now() })
    if (row?.consumed_at && this.#model === 'RefreshToken' && this.#justNow(row.consumed_at)) return undefined
    return row && { ...this.#open(row), ...(this.#model !== 'Client' && { jti: id }) }
  }

  /** Finds a record by a name that isn't a secret; whoever reads it this way doesn't learn its id. */
  async findByUid(uid: string): Promise<OidcPayload | undefined> {
    const [row] = await this.#deps.database.identify(queries.findRecordByUid, { model: this.#model, hash: digest(uid), now: this.#now() })
    return row && this.#open(row)
  }

  /** Returns whether this call consumed it: of several parallel calls only one does. */
  async consume(id: string): Promise<boolean> {
    const rows = await this.#deps.database.identify(queries.consumeRecord, { model: this.#model, hash: digest(id), now: this.#now() })
    return rows.length > 0
  }

  async destroy(id: string): Promise<void> {
    await this.#deps.database.identify(queries.deleteRecord, { model: this.#model, hash: digest(id) })
  }

  async keep(id: string, seconds: number): Promise<void> {
    const until = new Date(this.#now().getTime() + seconds * 1000)
    await this.#deps.database.identify(queries.keepRecord, { model: this.#model, hash: digest(id), until })
  }

  #open(row: { hash: Buffer; payload: Buffer; consumed_at: string | null }): OidcPayload {
    const payload = JSON.parse(this.#deps.services.secretBox.open(row.payload, recordPlace(this.#model, row.hash))) as OidcPayload
    return row.consumed_at ? { ...payload, consumed: Math.floor(new Date(row.consumed_at).getTime() / 1000) } : payload
  }

  /** A client's own parallel refresh gets nothing either, but isn't treated as a theft, which would end the login. */
  #justNow(consumed: string): boolean {
    return this.#now().getTime() - new Date(consumed).getTime() < parallelMilliseconds
  }

  #now(): Date {
    return this.#deps.clock.now()
  }
}

/** Ends a grant and every code and token that depends on it. */
export async function endGrant(deps: Deps, grant: string): Promise<void> {
  if (isId(grant)) await deps.database.identify(queries.endGrant, { grant, now: deps.clock.now() })
}

/** Whether this user's account is still active and, if a grant is named, still a member of its organization. */
export async function accountHolds(deps: Deps, user: string, grant: string | undefined): Promise<boolean> {
  if (!isId(user)) return false
  const rows = await deps.database.identify(queries.accountHolds, { user, id: grant && isId(grant) ? grant : null, now: deps.clock.now() })
  return rows.length > 0
}
