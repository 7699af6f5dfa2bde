import type { Context, Principal } from '../../../kernel/context.ts'
import { nobody } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { accountCreated } from './login.events.ts'
import * as queries from './login.queries.ts'

interface NewAccount {
  email: string
  /** Hashed before anything is locked; without one, the account logs in by mail, passkey or provider. */
  passwordHash?: string
  name: string
  handle?: string | undefined
  role: 'user' | 'admin'
  verified: boolean
}

/** Creates user, handle, personal organization and account, and enters that organization. */
export async function openAccount(ctx: Context, account: NewAccount): Promise<{ user: string; organization: string }> {
  const { tx } = ctx
  const now = ctx.clock.now()
  const user = newId()
  const organization = newId()
  const handle = await claimHandle(ctx, user, account)
  await tx.rows(queries.insertUser, { id: user, handle, name: account.name, now })
  await tx.rows(queries.insertOrganization, { id: organization, handle, name: account.name, user, now })
  await tx.rows(queries.insertMembership, { org: organization, user, now })
  await tx.rows(queries.insertLogHead, { org: organization })
  const verifiedAt = account.verified ? now : null
  const { email, passwordHash = null, role } = account
  const row = await tx.row(queries.insertAccount, {
    user,
    email,
    verified_at: verifiedAt,
    password_hash: passwordHash,
    role,
    organization,
    now,
  })
  if (!row) throw new Refusal('email_taken', 'This email address already has an account. Log in, or use another address.')
  ctx.enter(principalOf(user, organization), organization)
  ctx.emit(accountCreated, { user_id: user, handle })
  ctx.target(user)
  return { user, organization }
}

export const principalOf = (user: string, organization: string): Principal => ({
  ...nobody,
  user,
  organization: { id: organization, role: 'owner' },
  personalOrganization: organization,
})

async function claimHandle(ctx: Context, user: string, account: NewAccount): Promise<string> {
  if (account.handle) {
    if (await ctx.tx.row(queries.insertHandle, { handle: account.handle, user })) return account.handle
    throw new Refusal('handle_taken', 'This handle is taken. Choose another.')
  }
  const base = suggestHandle(account.email)
  for (const suffix of ['', ...Array.from({ length: 8 }, () => `-${newId().slice(-5)}`)]) {
    const handle = base + suffix
    if (await ctx.tx.row(queries.insertHandle, { handle, user })) return handle
  }
  throw new Refusal('handle_taken', 'No free handle was found for this address. Choose one yourself.')
}

function suggestHandle(email: string): string {
  const [local = ''] = email.split('@')
  const plain = local
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 30)
    .replace(/(?<!-)-+$/, '')
  return plain.length >= 2 && !/^(deleted|sandbox)(-|$)/.test(plain) ? plain : `user-${newId().slice(-6)}`
}
