import { levelsOf, requireOrganization } from '../../../kernel/authorize.ts'
import { userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import { requestMailing } from '../../mail/request-mailing.ts'
import { holdInvite } from '../../organizations/invites/open-invite.ts'
import { NewHandle } from '../../vocabulary.contract.ts'
import { usedSetupLink } from './accounts.ts'
import { checkPassword, compareForLogin } from './check-password.ts'
import { finishLogin } from './finish-login.ts'
import * as contracts from './login.contract.ts'
import { sessionEnded } from './login.events.ts'
import * as queries from './login.queries.ts'
import { endSession, setupLink, takenHandles } from './login.queries.ts'
import { openAccount } from './open-account.ts'
import { accountOf, later, openSession, toMe } from './open-session.ts'
import { requireRegistration } from './require-registration.ts'

export const register = implement(contracts.register, {
  prepare: (_, { password }) => hashPassword(password),
  async handle(ctx, { invite, password: _, ...input }, passwordHash) {
    await requireRegistration(ctx, input.email, invite)
    const { user } = await openAccount(ctx, { ...input, passwordHash, role: 'user', verified: false })
    const account = await accountOf(ctx, user)
    if (invite) await holdInvite(ctx, invite)
    if (ctx.services.mail.on) await requestMailing(ctx, 'verify', account.email, user)
    return openSession(ctx, account, 'password')
  },
})

export const login = implement(contracts.login, {
  prepare: compareForLogin,
  handle: async (ctx, input, compared) => finishLogin(ctx, await checkPassword(ctx, input, compared), 'password'),
})

export const getLoginOptions = implement(contracts.getLoginOptions, async ({ services }) => {
  const { name, support_email } = services.settings.get('general')
  return {
    registration: services.settings.get('registration').mode,
    mail: services.mail.on,
    members_added: services.config.MEMBERS_ADDED,
    name,
    support_email,
    banner: services.settings.get('banner'),
  }
})

const tails = ['team', 'hq', 'labs', '2', '3']
const longest = 39
const offered = 3

export const checkHandle = implement(contracts.checkHandle, async (ctx, { handle }) => {
  const like = tails.map((tail) => `${handle.slice(0, longest - tail.length - 1).replace(/(?<!-)-+$/, '')}-${tail}`)
  const taken = new Set((await ctx.tx.rows(takenHandles, { handles: [handle, ...like] })).map((row) => row.handle))
  return {
    handle,
    free: !taken.has(handle),
    suggestions: like.filter((one) => !taken.has(one) && NewHandle.safeParse(one).success).slice(0, offered),
  }
})

export const me = implement(contracts.me, async (ctx) => toMe(await accountOf(ctx, userOf(ctx))))

export const myRole = implement(contracts.myRole, async (ctx) => {
  const { administrator } = ctx.principal
  const organization = requireOrganization(ctx.principal)
  return {
    role: administrator ? ('admin' as const) : ('user' as const),
    organization_id: organization.id,
    organization_role: organization.role,
    may: levelsOf(organization.role),
  }
})

export const logout = implement(contracts.logout, async (ctx) => {
  const { principal } = ctx
  const session = principal.credential.id
  if (principal.personalOrganization) ctx.enter(principal, principal.personalOrganization)
  const ended = await ctx.tx.row(endSession, { session, now: ctx.clock.now(), ended_why: 'logout' })
  if (ended) ctx.emit(sessionEnded, { user_id: userOf(ctx), session_id: ended.id, why: 'logout' })
  return { ended: ended !== undefined }
})

/** The first administrator signs up through a one-time link; there is never a default password. */
export const setUpInstance = implement(contracts.setUpInstance, {
  prepare: (_, { password }) => hashPassword(password),
  async handle(ctx, { token, password: _, ...input }, passwordHash) {
    const link = await ctx.tx.row(queries.useSetupLink, { hash: digest(token), now: ctx.clock.now() })
    if (!link) throw usedSetupLink()
    const { user } = await openAccount(ctx, { ...input, passwordHash, email: link.email, role: 'admin', verified: true })
    return openSession(ctx, await accountOf(ctx, user), 'setup')
  },
})

export const getSetup = implement(contracts.getSetup, async (ctx, { token }) => {
  const link = await ctx.tx.row(setupLink, { hash: digest(token), now: ctx.clock.now() })
  if (!link) throw usedSetupLink()
  return link
})

const linkDays = 7

export const offerSetup = implement(contracts.offerSetup, async (ctx, { email }) => {
  const found = await ctx.tx.row(queries.administratorExists, {})
  if (found?.exists) return { token: null }
  const token = newSecret()
  const now = ctx.clock.now()
  await ctx.tx.rows(queries.voidSetupLinks, { now })
  await ctx.tx.rows(queries.insertSetupLink, { hash: digest(token), email, now, expires_at: later(now, linkDays) })
  return { token }
})
