import { userOf, type OutsideContext, type PhaseContext } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { ProviderFailure } from '../../../platform/integrations/provider-failure.ts'
import type { TrackerCredentials } from '../../../platform/integrations/tracker.ts'
import { enterOwnLog } from '../../identity/login/accounts.ts'
import { helloMessage } from '../slack/slack-message.ts'
import { nameOf, openTokens, refusalOf, sealTokens, type SlackTokens, tokensFrom } from './credentials.ts'
import * as contracts from './integrations.contract.ts'
import { integrationDeleted, integrationSaved } from './integrations.events.ts'
import * as queries from './integrations.queries.ts'
import type { IntegrationRow, ProviderName } from './integrations.queries.ts'

/** The default kinds: what waits for a person, not what they may get to at some time. */
const usualKinds = ['mention', 'question', 'gate_waiting', 'review_requested', 'agent_stuck', 'run_ended', 'action_waiting'] as const
const revokePages: Record<ProviderName, string> = {
  slack: 'https://api.slack.com/apps',
  linear: 'https://linear.app/settings/account/security',
  jira: 'https://id.atlassian.com/manage-profile/security/api-tokens',
}

const shown = (row: IntegrationRow, now: Date) => ({
  id: row.id,
  provider: row.provider,
  ...row.settings,
  connected: row.held_until !== null && Date.parse(row.held_until) > now.getTime() && row.failure === null,
  last_success_at: row.succeeded_at,
  last_error_at: row.failed_at,
  last_error: row.failure,
  broken: row.broken,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

export const listIntegrations = implement(contracts.listIntegrations, async (ctx) => {
  const rows = await ctx.tx.rows(queries.integrationsOf, { user: userOf(ctx) })
  return { items: rows.map((row) => shown(row, ctx.clock.now())) }
})

const stored = (ctx: OutsideContext, provider: ProviderName) =>
  ctx.transaction('read', ({ tx }) => tx.row(queries.integrationOf, { user: userOf(ctx), provider }))

/** Tests every token and returns the account they belong to. */
async function tryTokens(ctx: PhaseContext, provider: ProviderName, tokens: object) {
  if (provider !== 'slack') return ctx.services.trackers[provider].test(tokens as TrackerCredentials)
  const { bot_token, app_token } = tokens as SlackTokens
  const { bot, team } = await ctx.services.slack.test(bot_token)
  await ctx.services.slack.socketUrl(app_token)
  return { account: bot, workspace: team }
}

export const saveIntegration = implement(contracts.saveIntegration, {
  async prepare(ctx, { provider, channel, kinds, ...given }) {
    try {
      const before = await stored(ctx, provider)
      const tokens = tokensFrom(ctx, provider, given, before)
      const where = channel ?? before?.settings.channel ?? null
      if (provider === 'slack' && !where)
        throw new Refusal('invalid', 'Say where to: the id of a channel the app is in, or your own member id.', { fields: ['channel'] })
      const { account, workspace } = await tryTokens(ctx, provider, tokens)
      const chosen = provider === 'slack' ? (kinds ?? before?.settings.kinds ?? [...usualKinds]) : []
      return {
        before,
        tokens,
        settings: { account: account.slice(0, 200), workspace: workspace.slice(0, 200), channel: where, kinds: chosen },
      }
    } catch (error) {
      // Refused in `handle`, so that a repeated call is recognized as one first.
      return { refusal: error instanceof Refusal ? error : refusalOf(error) }
    }
  },
  async handle(ctx, { provider }, prepared) {
    if ('refusal' in prepared) throw prepared.refusal
    const { before, tokens, settings } = prepared
    const user = userOf(ctx)
    const now = ctx.clock.now()
    await ctx.tx.rows(queries.lockIntegrationsOf, { user })
    const current = await ctx.tx.row(queries.integrationOf, { user, provider })
    // The tokens are bound to their row, and were tested together with those stored in it, so neither may have changed meanwhile.
    if (current?.id !== before?.id || (before && !current?.sealed.equals(before.sealed)))
      throw new Refusal('conflict', 'This was changed somewhere else meanwhile. Load it again and repeat.')
    const id = current?.id ?? newId()
    const values = { id, user, provider, sealed: sealTokens(ctx, id, tokens), settings: JSON.stringify(settings), now }
    const row = await ctx.tx.one(queries.storeIntegration, values)
    enterOwnLog(ctx)
    ctx.emit(integrationSaved, { user_id: user, integration: { id, provider } })
    ctx.target(id)
    return shown(row, now)
  },
})

const unknown = (provider: ProviderName) =>
  notFound('integration', provider, `Connect ${nameOf(provider)} first: {saveIntegration}. {listIntegrations} shows what is connected.`)

export const testIntegration = implement(contracts.testIntegration, {
  async prepare(ctx, { provider }) {
    const row = await stored(ctx, provider)
    if (!row) return null
    try {
      const tokens = openTokens(ctx, row)
      await tryTokens(ctx, provider, tokens)
      if (provider === 'slack') {
        const message = helloMessage(ctx.services.config.APP_URL, row.settings.channel ?? '')
        await ctx.services.slack.post((tokens as SlackTokens).bot_token, message)
      }
      return { row, failure: null }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return { row, failure: error }
    }
  },
  async handle(ctx, { provider }, tried) {
    if (!tried) throw unknown(provider)
    const { row, failure } = tried
    const now = ctx.clock.now()
    if (failure)
      await ctx.tx.rows(queries.recordFailure, { id: row.id, now, failure: failure.message, broken: failure.problem === 'revoked' })
    else await ctx.tx.rows(queries.recordSuccess, { id: row.id, now })
    ctx.target(row.id)
    return { id: row.id, provider, works: failure === null, error: failure?.message ?? null }
  },
})

export const deleteIntegration = implement(contracts.deleteIntegration, async (ctx, { provider }) => {
  const user = userOf(ctx)
  const now = ctx.clock.now()
  const row = await ctx.tx.row(queries.deleteIntegrationOf, { user, provider })
  if (!row) throw unknown(provider)
  const revoking = canRevoke(ctx, row)
  enterOwnLog(ctx)
  // Deleted here at once; the provider may take its time to revoke them.
  if (revoking) await ctx.enqueue('revokeTokens', { id: row.id, provider, sealed: row.sealed.toString('base64') }, { patient: true })
  ctx.emit(integrationDeleted, { user_id: user, integration: { id: row.id, provider } })
  ctx.target(row.id)
  return { ...shown(row, now), deleted_at: now.toISOString(), revoking, revoke_at: revoking ? null : revokePages[provider] }
})

/** Personal keys of Linear and tokens of Atlassian can only be revoked by hand. */
function canRevoke(ctx: PhaseContext, row: IntegrationRow): boolean {
  if (row.provider === 'slack') return true
  return row.provider === 'linear' && !openTokens<{ api_key: string }>(ctx, row).api_key.startsWith('lin_api_')
}

export const revokeTokens = implement(contracts.revokeTokens, {
  async prepare(ctx, { id, provider, sealed }) {
    const tokens = openTokens(ctx, { id, sealed: Buffer.from(sealed, 'base64') })
    try {
      if (provider !== 'slack') return await ctx.services.trackers[provider].revoke(tokens as TrackerCredentials)
      await ctx.services.slack.revoke((tokens as SlackTokens).bot_token)
      return true
    } catch (error) {
      // A token that no longer works is as good as revoked; if the provider couldn't be reached, the job is retried.
      if (error instanceof ProviderFailure && (error.problem === 'revoked' || error.problem === 'refused'))
        return error.problem === 'revoked'
      throw error
    }
  },
  handle: async (_ctx, _input, revoked) => ({ revoked }),
})

export const listImportSources = implement(contracts.listImportSources, {
  async prepare(ctx, { provider }) {
    const row = await stored(ctx, provider)
    if (!row) return null
    return ctx.services.trackers[provider].sources(openTokens(ctx, row)).catch((error: unknown) => refusalOf(error))
  },
  async handle(_ctx, { provider }, found) {
    if (found instanceof Refusal) throw found
    if (!found) throw new Refusal('conflict', `Connect ${nameOf(provider)} first: {saveIntegration}.`)
    return { items: found }
  },
})
