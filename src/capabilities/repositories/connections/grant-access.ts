import { type Context, userOf } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { HostFailure, type Granted } from '../../../platform/code-host/code-host.ts'
import { newId } from '../../../platform/ids.ts'
import { digest, newSecret } from '../../../platform/secrets.ts'
import * as contracts from './connections.contract.ts'
import { connectionAdded } from './connections.events.ts'
import * as queries from './connections.queries.ts'
import { attempt, tokenPlace, valueOf, verifierPlace } from './host-access.ts'

const loginMinutes = 10

export const beginHostLogin = implement(contracts.beginHostLogin, async (ctx, { account }) => {
  const { codeHost, secretBox } = ctx.services
  if (!codeHost.app)
    throw new Refusal('conflict', 'This instance has no GitHub App yet. Ask an operator to set one up, or give a fine-grained token.', {
      reason: 'host_not_set_up',
    })
  const [state, verifier] = [newSecret(), newSecret() + newSecret()]
  const now = ctx.clock.now()
  const expires = new Date(now.getTime() + loginMinutes * 60_000)
  const hash = digest(state)
  await ctx.tx.rows(queries.purgeLogins, { org: ctx.org, now })
  await ctx.tx.rows(queries.insertLogin, {
    org: ctx.org,
    hash,
    user: userOf(ctx),
    verifier: secretBox.seal(verifier, verifierPlace(ctx.org, hash.toString('hex'))),
    account: account ?? null,
    expires_at: expires,
  })
  return { url: codeHost.loginUrl({ state, verifier }), state, expires_at: expires.toISOString() }
})

export const grantHostAccess = implement(contracts.grantHostAccess, {
  // A login belongs to the person who started it: it fails in another person's browser or with another state.
  prepare: async (ctx, { code, state }) => {
    const hash = digest(state)
    const place = { org: ctx.org, hash, user: userOf(ctx), now: ctx.clock.now() }
    const login = await ctx.transaction('write', ({ tx }) => tx.row(queries.claimLogin, place))
    if (!login) return null
    const verifier = ctx.services.secretBox.open(login.verifier, verifierPlace(ctx.org, hash.toString('hex')))
    return attempt(async () => ctx.services.codeHost.grantsOfLogin(await ctx.services.codeHost.userToken(code, verifier)))
  },
  async handle(ctx, { state }, shown) {
    const place = { org: ctx.org, hash: digest(state), user: userOf(ctx), now: ctx.clock.now() }
    if (!shown && (await ctx.tx.row(queries.loginTaken, place))?.taken)
      throw new Refusal('in_progress', 'Another call finishes this login. Try again in a moment.', { retry_after: 1 })
    const login = shown && (await ctx.tx.row(queries.takeLogin, place))
    if (!login)
      throw new Refusal(
        'conflict',
        'This login was started by someone else, has expired or was already used. Start over: {beginHostLogin}.',
      )
    const { account } = login
    const granted = valueOf(shown).filter((one) => account === null || one.account.toLowerCase() === account.toLowerCase())
    if (granted.every(({ repositories }) => repositories.length === 0))
      throw new Refusal(
        'conflict',
        'Your GitHub login lists no repository on which the app is installed. Install it there first, then start again.',
      )
    const items = []
    for (const one of granted) items.push(await storeInstallation(ctx, one))
    return { items }
  },
})

async function storeInstallation(ctx: Context, { installation, account, repositories }: Granted) {
  const values = { org: ctx.org, id: newId(), installation, account, user: userOf(ctx), now: ctx.clock.now() }
  const { id } = await ctx.tx.one(queries.insertInstallation, values)
  return storeGrants(ctx, id, repositories)
}

export const addHostToken = implement(contracts.addHostToken, {
  prepare: async (ctx, { token }) => (isFineGrained(token) ? attempt(() => ctx.services.codeHost.grantsOfToken(token)) : null),
  async handle(ctx, { token }, shown) {
    if (!shown) throw notFineGrained()
    const { account, repositories } = valueOf('failure' in shown ? { failure: withoutAccess(shown.failure) } : shown)
    if (repositories.length === 0) throw new Refusal('conflict', 'This token opens no repository. Choose some when you make it.')
    const id = newId()
    const sealed = ctx.services.secretBox.seal(token, tokenPlace(ctx.org, id))
    const values = { org: ctx.org, id, kind: 'token', installation: null, account, token: sealed, user: userOf(ctx), now: ctx.clock.now() }
    await ctx.tx.rows(queries.insertConnection, values)
    return storeGrants(ctx, id, repositories)
  },
})

/** A classic token gives access to everything its owner can reach, which nobody means to grant. */
const isFineGrained = (token: string): boolean => token.startsWith('github_pat_')
const notFineGrained = (): Refusal => {
  const message = 'must be a fine-grained token, which begins with github_pat_'
  return new Refusal('invalid', `token: ${message}`, { errors: [{ field: 'token', message }] })
}

const withoutAccess = (failure: HostFailure): HostFailure =>
  failure.problem === 'no_access'
    ? new HostFailure('no_access', 'GitHub does not accept this token. Make a new one and give that.')
    : failure

async function storeGrants(ctx: Context, id: string, repositories: Granted['repositories']): Promise<queries.ConnectionRow> {
  const rows = JSON.stringify(repositories)
  await ctx.tx.rows(queries.insertGrants, { org: ctx.org, connection: id, rows, user: userOf(ctx), now: ctx.clock.now() })
  const connection = await ctx.tx.one(queries.connectionById, { org: ctx.org, id })
  const { kind, account } = connection
  ctx.emit(connectionAdded, { connection: { id, kind, account }, repositories: repositories.length })
  ctx.target(id)
  return connection
}
