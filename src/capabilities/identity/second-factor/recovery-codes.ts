import { randomBytes } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import { digest } from '../../../platform/secrets.ts'
import { deleteRecoveryCodes, insertRecoveryCodes, useRecoveryCode } from './second-factor.queries.ts'

const howMany = 10
// Without l, o, 0 and 1, which are mistaken for each other on paper.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Eighty random bits: too many to guess, so a plain digest of them is safe to store. */
function newCode(): string {
  const letters = Array.from(randomBytes(16), (byte) => alphabet[byte % 32]).join('')
  return letters.match(/.{4}/g)?.join('-') ?? ''
}

const hashOf = (code: string): Buffer => digest(code.toLowerCase().replace(/[^a-z0-9]/g, ''))

export async function replaceRecoveryCodes(ctx: Context, user: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await ctx.tx.rows(deleteRecoveryCodes, { user })
  await ctx.tx.rows(insertRecoveryCodes, { user, hashes: codes.map(hashOf), now: ctx.clock.now() })
  return codes
}

export async function proveRecoveryCode(ctx: Context, user: string, code: string): Promise<boolean> {
  return (await ctx.tx.row(useRecoveryCode, { user, hash: hashOf(code), now: ctx.clock.now() })) !== undefined
}
