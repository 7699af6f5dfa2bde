import type { TxContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { addressKey } from '../../../platform/addresses.ts'
import { digest } from '../../../platform/secrets.ts'
import * as queries from './login.queries.ts'

/** Counted in PostgreSQL, so these limits hold on every node and without Redis. */
const limits = {
  login_account: { max: 5, minutes: 30 },
  login_address: { max: 30, minutes: 5 },
  login_device: { max: 5, minutes: 30 },
  second_factor: { max: 10, minutes: 60 },
  step_up: { max: 5, minutes: 30 },
  device_code: { max: 10, minutes: 10 },
  test_email: { max: 20, minutes: 10 },
  register_address: { max: Number.NaN, minutes: 60 },
  contact_address: { max: Number.NaN, minutes: 60 },
} as const

type Kind = keyof typeof limits

/** Limits by address count all the addresses that one subscriber has as one. */
const keyOf = (kind: Kind, name: string): string => digest(kind.endsWith('_address') ? addressKey(name) : name).toString('base64url')

export async function requireAttempts(ctx: TxContext, kind: Kind, name: string, max: number = limits[kind].max): Promise<void> {
  const { minutes } = limits[kind]
  const since = new Date(ctx.clock.now().getTime() - minutes * 60_000)
  // Many people may share an address, so they don't wait for each other's password checks.
  if (kind !== 'login_address') await ctx.tx.rows(queries.lockAttempts, { kind, key: keyOf(kind, name) })
  const row = await ctx.tx.row(queries.countAttempts, { kind, key: keyOf(kind, name), since })
  if ((row?.count ?? 0) < max) return
  throw new Refusal('rate_limited', `Too many tries. Wait ${minutes} minutes and try again.`, { retry_after: minutes * 60 })
}

export async function countAttempt(ctx: TxContext, kind: Kind, name: string): Promise<void> {
  await ctx.tx.rows(queries.insertAttempt, { kind, key: keyOf(kind, name), now: ctx.clock.now() })
}

export async function forgiveAttempts(ctx: TxContext, kind: Kind, name: string): Promise<void> {
  await ctx.tx.rows(queries.purgeAttempts, { kind, key: keyOf(kind, name) })
}
