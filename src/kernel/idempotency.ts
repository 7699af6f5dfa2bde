import { createHash } from 'node:crypto'
import { sql } from '../platform/postgres.ts'
import { instanceLog } from './audit.ts'
import type { Context } from './context.ts'
import { Refusal } from './errors.ts'

export const reserve = sql(`insert into idempotency (org_id, principal, operation, key, input_hash, created_at)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning true as fresh`)
export const recall = sql<{ input_hash: Buffer; result: unknown }>(
  'select input_hash, result from idempotency where org_id = $1 and principal = $2 and operation = $3 and key = $4',
)
export const remember = sql('update idempotency set result = $5 where org_id = $1 and principal = $2 and operation = $3 and key = $4')

const release = sql('delete from idempotency where org_id = $1 and principal = $2 and operation = $3 and key = $4')

/** Runs `work` once per key: a repeat gets the stored result, a running twin is waited for. */
export async function once<T>(
  ctx: Context,
  operation: string,
  key: string,
  input: unknown,
  secret: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const { user, credential } = ctx.principal
  // A person keeps their keys from one login to the next; a job's key is its id, and the worker has no credential.
  const principal = (credential.kind === 'interactive' ? user : credential.id) ?? instanceLog
  const place = [ctx.org, principal, operation, key]
  const hash = createHash('sha256').update(JSON.stringify(input)).digest()
  const [fresh] = await ctx.tx.rows(reserve, [...place, hash, ctx.clock.now()]).catch((error: { code?: string }) => {
    if (error.code !== '55P03') throw error
    throw new Refusal('in_progress', 'The first call with this idempotency key is still running. Try again in a moment.', {
      retry_after: 1,
    })
  })
  if (!fresh) {
    const stored = await ctx.tx.row(recall, place)
    if (!stored?.input_hash.equals(hash)) {
      throw new Refusal('key_reused', 'This idempotency key was used with another input. Use a new key for a new call.')
    }
    if (secret)
      throw new Refusal('already_created', 'This was created by the first call; its secret was shown once. Revoke it and create another.')
    return stored.result as T
  }
  const home = ctx.org
  const result = await work().catch(async (error: unknown) => {
    // A refusal that is committed all the same must not leave the key taken.
    if (error instanceof Refusal && error.keep) await ctx.tx.rows(release, place)
    throw error
  })
  const away = ctx.org !== home
  if (away) ctx.tx.enter({ org: home, user: ctx.principal.user })
  ctx.tx.last(remember, [...place, JSON.stringify(secret ? null : result)])
  if (away) ctx.tx.enter({ org: ctx.org, user: ctx.principal.user })
  return result
}
