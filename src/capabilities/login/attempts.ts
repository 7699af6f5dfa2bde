import type { TxContext } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { addressKey } from '../../platform/addresses.ts'
import { digest } from '../../platform/secrets.ts'
import * as queries from './login.queries.ts'

/** Counted in PostgreSQL, so these limits hold on every node and without Redis. */
const limits = {
  login_account: { most: 5, minutes: 30 },
  login_address: { most: 30, minutes: 5 },
  login_device: { most: 5, minutes: 30 },
  second_factor: { most: 10, minutes: 60 },
  step_up: { most: 5, minutes: 30 },
  device_code: { most: 10, minutes: 10 },
  register_address: { most: Number.NaN, minutes: 60 },
} as const

type Kind = keyof typeof limits

/** What is counted by address is counted by what one subscriber has of them. */
const keyOf = (kind: Kind, name: string): string => digest(kind.endsWith('_address') ? addressKey(name) : name).toString('base64url')

export async function requireAttempts(ctx: TxContext, kind: Kind, name: string, most: number = limits[kind].most): Promise<void> {
  const { minutes } = limits[kind]
  const since = new Date(ctx.clock.now().getTime() - minutes * 60_000)
  // Many people may share an address: they need not wait for each other's password checks.
  if (kind !== 'login_address') await ctx.tx.rows(queries.lockAttempts, [kind, keyOf(kind, name)])
  const row = await ctx.tx.row(queries.countAttempts, [kind, keyOf(kind, name), since])
  if ((row?.count ?? 0) < most) return
  throw new Refusal('rate_limited', `Too many tries. Wait ${minutes} minutes and try again.`, { retry_after: minutes * 60 })
}

export async function countAttempt(ctx: TxContext, kind: Kind, name: string): Promise<void> {
  await ctx.tx.rows(queries.insertAttempt, [kind, keyOf(kind, name), ctx.clock.now()])
}

export async function forgiveAttempts(ctx: TxContext, kind: Kind, name: string): Promise<void> {
  await ctx.tx.rows(queries.forgetAttempts, [kind, keyOf(kind, name)])
}
