import { createHash } from 'node:crypto'
import { sql } from '../platform/postgres.ts'
import { instanceLog } from './audit.ts'
import type { Context } from './context.ts'
import { Refusal } from './errors.ts'
import type { Operation } from './operation.ts'

/** Keys of a person's login, in days: a browser without a connection may keep a write for that long and then repeat it. Others live for a day. */
const personKept = 90

export const reserve = sql(`insert into idempotency (org_id, principal, operation, key, input_hash, created_at, expires_at, kept_until)
  values (:org, :principal, :operation, :key, :hash, :now, :now::timestamptz + interval '1 day',
    :now::timestamptz + :days::integer * interval '1 day') on conflict do nothing returning true as fresh`)
export const recall = sql(`select input_hash, result, expires_at = kept_until as shortened from idempotency
  where org_id = :org and principal = :principal and operation = :operation and key = :key`).as<Stored>()
export const remember = sql(
  'update idempotency set result = app.with_number(:result::jsonb, :item) where org_id = :org and principal = :principal and operation = :operation and key = :key',
)
const release = sql('delete from idempotency where org_id = :org and principal = :principal and operation = :operation and key = :key')

interface Stored {
  input_hash: Buffer
  result: unknown
  /** The answer has expired: what is left of it names the result. */
  shortened: boolean | null
}

/** Runs `work` once per key: a repeat gets the stored result; if the first call is still running, it is waited for. */
export async function once<T>(
  ctx: Context,
  { name, contract }: Operation,
  key: string,
  input: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const { user, credential } = ctx.principal
  // A person's keys belong to the user and so survive a new login; a job's key is its id, and the worker has no credential.
  const personal = credential.kind === 'interactive'
  const principal = (personal ? user : credential.id) ?? instanceLog
  const place = { org: ctx.org, principal, operation: name, key }
  const hash = createHash('sha256').update(JSON.stringify(input)).digest()
  const days = personal ? personKept : null
  const [fresh] = await ctx.tx.rows(reserve, { ...place, hash, now: ctx.clock.now(), days }).catch((error: { code?: string }) => {
    if (error.code !== '55P03') throw error
    throw new Refusal('in_progress', 'The first call with this idempotency key still runs. Try again in a moment.', { retry_after: 1 })
  })
  if (!fresh) {
    const stored = await ctx.tx.row(recall, place)
    if (!stored?.input_hash.equals(hash)) {
      throw new Refusal('key_reused', 'This idempotency key was used with another input. Use a new key for a new call.')
    }
    if (contract.secret_output)
      throw new Refusal('already_created', 'This was created by the first call; its secret was shown once. Revoke it and create another.')
    if (stored.shortened)
      throw new Refusal(
        'already_done',
        'An earlier call with this idempotency key did this. Its answer is no longer kept: read the result.',
        {
          result: stored.result,
        },
      )
    return stored.result as T
  }
  const home = ctx.org
  const result = await work().catch(async (error: unknown) => {
    // A refusal that commits must not leave the key reserved.
    if (error instanceof Refusal && error.commits) await ctx.tx.rows(release, place)
    throw error
  })
  const away = ctx.org !== home
  if (away) ctx.tx.switchTenant({ org: home, user: ctx.principal.user })
  ctx.tx.beforeCommit(remember, { ...place, item: ctx.deferred?.item, result: JSON.stringify(contract.secret_output ? null : result) })
  if (away) ctx.tx.switchTenant({ org: ctx.org, user: ctx.principal.user })
  return result
}
