import { z } from 'zod'
import { Id, Timestamp, contract } from '../../../kernel/contract.ts'
import { notificationKinds } from '../../notices/notifications/notification-kinds.contract.ts'
import { components } from '../../components.contract.ts'

export const providers = ['slack', 'linear', 'jira'] as const
export const Provider = z.enum(providers)
const Tracker = z.enum(['linear', 'jira'])
const Kinds = z.array(z.enum(notificationKinds)).max(notificationKinds.length)

/** Never contains a token: only the account it belongs to there, and what was chosen here. */
const Integration = z.object({
  id: Id,
  provider: Provider,
  account: z.string(),
  workspace: z.string(),
  /** Slack only: where messages go, and about what. */
  channel: z.string().nullable(),
  kinds: Kinds,
  /** Slack only: whether a worker is connected by Socket Mode now. */
  connected: z.boolean(),
  last_success_at: Timestamp.nullable(),
  last_error_at: Timestamp.nullable(),
  last_error: z.string().nullable(),
  /** The provider no longer accepts its tokens; save new ones. */
  broken: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

components({ Integration })

const own = { realm: 'identity', permission: 'self' } as const
const token = (form: RegExp, like: string) => z.string().max(400).regex(form, `must look like ${like}`)

export const listIntegrations = contract({
  ...own,
  summary: 'What you have connected: Slack, Linear and Jira, when it last worked and what went wrong',
  effect: 'read',
  stale_after: ['integration.*'],
  input: z.strictObject({}),
  output: z.object({ items: z.array(Integration) }),
  http: [{ method: 'GET', path: '/api/settings/integrations/user' }],
  rehearsal: { after: 'saveIntegration' },
})

export const saveIntegration = contract({
  ...own,
  summary:
    'Connect Slack, Linear or Jira, or change the connection; tokens are tested with the provider before they are stored, and never shown again',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({
    provider: Provider,
    bot_token: token(/^xoxb-[\w-]{8,}$/, 'xoxb-…').optional(),
    app_token: token(/^xapp-[\w-]{8,}$/, 'xapp-…').optional(),
    channel: z
      .string()
      .max(24)
      .regex(/^[CDGUW][A-Z0-9]{2,20}$/, 'must be an id of Slack such as C012AB3CD or U012AB3CD')
      .optional(),
    kinds: Kinds.optional().describe('What Slack is told of; without it what waits for you'),
    api_key: token(/^lin_(api|oauth)_\w{8,}$/, 'lin_api_…').optional(),
    site: z.url().max(200).optional().describe('https://your-site.atlassian.net'),
    email: z.email().max(254).optional(),
    api_token: token(/^[\x21-\x7e]{8,}$/, 'the text Atlassian showed').optional(),
  }),
  output: Integration,
  http: [{ method: 'PUT', path: '/api/settings/integrations/user/:provider' }],
  rehearsal: { input: { provider: 'slack', bot_token: '$slack_bot_token', app_token: '$slack_app_token', channel: 'C012AB3CD' } },
})

export const testIntegration = contract({
  ...own,
  summary: 'Test whether the provider’s tokens still work; for Slack, this sends a message',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({ provider: Provider }),
  output: z.object({ id: Id, provider: Provider, works: z.boolean(), error: z.string().nullable() }),
  http: [{ method: 'POST', path: '/api/settings/integrations/user/:provider/test' }],
  rehearsal: { after: 'saveIntegration', input: { provider: 'slack' } },
})

export const deleteIntegration = contract({
  ...own,
  summary: 'Delete a provider’s tokens and revoke them there',
  effect: 'delete',
  input: z.strictObject({ provider: Provider }),
  output: Integration.extend({
    deleted_at: Timestamp,
    /** Whether the tokens are being revoked at the provider; if it can't do that, `revoke_at` is the page for doing it by hand. */
    revoking: z.boolean(),
    revoke_at: z.string().nullable(),
  }),
  http: [{ method: 'DELETE', path: '/api/settings/integrations/user/:provider' }],
  rehearsal: { after: 'saveIntegration', input: { provider: 'slack' } },
})

export const listImportSources = contract({
  ...own,
  summary: 'The teams of Linear or projects of Jira that your token can import from',
  effect: 'read',
  stale_after: ['integration.*'],
  input: z.strictObject({ provider: Tracker }),
  output: z.object({ items: z.array(z.object({ id: z.string(), key: z.string(), name: z.string() })) }),
  http: [{ method: 'GET', path: '/api/settings/integrations/user/:provider/sources' }],
  rehearsal: { input: { provider: '$connected_tracker' } },
})

export const revokeTokens = contract({
  summary: 'Have a provider revoke tokens that were forgotten here',
  realm: 'identity',
  permission: 'system',
  effect: 'change',
  job: true,
  input: z.strictObject({ id: Id, provider: Provider, sealed: z.string().max(8000) }),
  output: z.object({ revoked: z.boolean() }),
})
