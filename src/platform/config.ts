import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isRange } from './addresses.ts'

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
const whole = (fallback: number) => z.coerce.number().int().min(1).max(1_000_000).default(fallback)
const optional = z.string().min(1).optional()
const price = z.coerce.number().min(0).max(10_000).optional()
const origin = (fallback: string) =>
  z
    .url()
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .default(fallback)

/** Every variable Baton reads, in the order `.env.example` prints them. A description says what to set. */
export const variables = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development').describe('production refuses to start without APP_URL'),
  APP_URL: z
    .url()
    .default('http://localhost:4000')
    .describe('Public origin: links, token issuer, cookies and allowed Origin derive from it'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65535).default(4000).describe('Port to listen on'),
  NODE_URL: z
    .url()
    .optional()
    .describe('Where other nodes reach this one, for streams of machines, such as http://10.0.0.5:4000; default its own address and PORT'),
  WORKER_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe('Port of a worker’s own /health and /metrics; without one it listens nowhere'),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(300)
    .default(0)
    .describe(
      'After SIGTERM, how long a server goes on serving, not ready any more, before it closes: as long as your balancer looks away',
    ),
  DB_CONNECTION: z
    .literal('pgsql', { error: 'only pgsql is supported: Baton keeps its rules in PostgreSQL (row-level security, pgvector)' })
    .default('pgsql')
    .describe('Database driver; only pgsql'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must look like postgres://host:5432/baton')
    .describe('PostgreSQL 17 with pgvector, without user and password'),
  DATABASE_KEY: z
    .string()
    .refine((keys) => keys.split(',').every((key) => key.trim().length >= 32), 'needs 32 characters: openssl rand -hex 32')
    .describe(
      'Secret the passwords of the database roles derive from: openssl rand -hex 32; while it is rotated, the new one, a comma and the old one',
    ),
  DATABASE_ADMIN_URL: optional.describe('Connection as administrator of PostgreSQL, only for db:bootstrap'),
  DATABASE_ROLES: z
    .string()
    .regex(/^(?!pg_)[a-z][a-z0-9_]{0,39}$/, 'must be small letters, digits and _, such as staging')
    .default('baton')
    .describe('Prefix of the names of the database roles; give each instance on one PostgreSQL server its own'),
  DATABASE_POOL: whole(10).describe('Connections per role and process'),
  DATABASE_ROOM_GB: z.coerce
    .number()
    .positive()
    .optional()
    .describe('How large the database may become, in GB: an alert tells days before it is that large; PostgreSQL itself can’t know'),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must look like redis://host:6379')
    .describe('Redis or Valkey: live hints, rate limits, forwarding between nodes'),
  REDIS_PREFIX: z.string().default('baton').describe('Prefix of every key and channel'),
  SECRET_KEY: list
    .refine(
      (keys) => keys.length > 0 && keys.every((key) => key.length >= 32),
      'needs at least one secret of 32 characters: openssl rand -hex 32',
    )
    .describe('Signs access tokens; a comma-separated list, the first signs and all verify'),
  ADMIN_EMAIL: z.email().optional().describe('First administrator: seed prints a one-time setup link for this address'),
  REGISTRATION: z.enum(['open', 'invite', 'closed']).default('open').describe('Who may make an account'),
  COMMUNITY: z
    .enum(['on', 'off'])
    .optional()
    .describe('Community and contact form; without it, on where REGISTRATION is open and off where people are invited'),
  MEMBERS_ADDED: z
    .enum(['with_consent', 'directly'])
    .default('with_consent')
    .describe(
      'with_consent: people join an organization by an invitation they accept; directly: its admins may also add accounts by handle, where everybody on the instance knows each other',
    ),
  TRUSTED_PROXIES: list
    .refine((ranges) => ranges.every(isRange), 'must be addresses or CIDR ranges such as 127.0.0.1,10.0.0.0/8')
    .describe(
      'Addresses or CIDR ranges of reverse proxies, comma-separated; behind one that is not named here all clients share one rate limit',
    ),
  CORS_ORIGINS: list.describe('Other origins allowed to call the web API, comma-separated'),
  AUTH_BACKEND_URL: z.url().optional().describe('Public address of the authentication and live part; default APP_URL'),
  AUTH_BACKEND_KEY: z
    .string()
    .min(32, 'needs 32 characters: openssl rand -hex 32')
    .optional()
    .describe('Secret with which a separate MCP process asks the server about tokens, of 32 characters or more: openssl rand -hex 32'),
  CODEHOST_CLIENT_ID: optional.describe('Client id of your GitHub App; an OAuth application does for logging in alone'),
  CODEHOST_CLIENT_SECRET: optional.describe('Its client secret'),
  CODEHOST_APP_ID: z.coerce.number().int().positive().optional().describe('Id of the GitHub App, for repositories; see docs/code-host.md'),
  CODEHOST_PRIVATE_KEY: z
    .string()
    .transform((key) => key.replaceAll('\\n', '\n'))
    .refine((key) => key.includes('PRIVATE KEY'), 'must be the PEM file GitHub gave you, its line breaks written as \\n if need be')
    .optional()
    .describe('Its private key, the text of the PEM file'),
  CODEHOST_WEBHOOK_SECRET: z
    .string()
    .min(16, 'needs 16 characters: openssl rand -hex 32')
    .optional()
    .describe('Secret of its webhook, which is sent to APP_URL/api/repos/github/webhook'),
  GOOGLE_CLIENT_ID: optional.describe('Google OAuth client'),
  GOOGLE_CLIENT_SECRET: optional.describe('Google OAuth client'),
  MICROSOFT_CLIENT_ID: optional.describe('Microsoft OAuth client'),
  MICROSOFT_CLIENT_SECRET: optional.describe('Microsoft OAuth client'),
  GITHUB_URL: origin('https://github.com').describe('GitHub, or your GitHub Enterprise Server'),
  GITHUB_API_URL: origin('https://api.github.com').describe('Its API; on an Enterprise Server https://HOST/api/v3'),
  CODEHOST_ACTIONS_APP: whole(15_368).describe(
    'Id of the GitHub Actions app, whose check runs can count as CI; on an Enterprise Server, the id of its own app: GET /apps/github-actions',
  ),
  SLACK_API_URL: origin('https://slack.com/api').describe(
    'Slack’s Web API, which the worker dials out to; nothing has to reach Baton from there',
  ),
  LINEAR_API_URL: origin('https://api.linear.app').describe('Linear’s API, for imports'),
  GOOGLE_URL: origin('https://accounts.google.com').describe('Issuer of Google logins'),
  MICROSOFT_URL: origin('https://login.microsoftonline.com/common/v2.0').describe(
    'Issuer of Microsoft logins; put your tenant’s id in place of common to let in that tenant alone',
  ),
  PRIVATE_ADDRESSES: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .describe(
      'Whether addresses named by others (client metadata, webhooks) may lead into your own network; webhooks may then use http too',
    ),
  MAIL_URL: optional.describe('SMTP server: smtp://user:password@host:587'),
  MAIL_FROM: optional.describe('Sender of mails, such as Baton <baton@example.com>; default no-reply at the host of APP_URL'),
  BILLING_KEY: optional.describe('Publishable key of the billing provider; without one everything is free and there is no billing page'),
  BILLING_WEBHOOK_SECRET: optional.describe('Signing secret of its webhook, which is sent to APP_URL/api/billing/webhook'),
  BILLING_SECRET_KEY: optional.describe(
    'Secret key with which subscriptions are read again after an event; without one the signed event is believed',
  ),
  BILLING_API_URL: origin('https://api.stripe.com').describe('API of the billing provider'),
  PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes as base64url; docs/notifications.md says how to make them')
    .optional()
    .describe('VAPID key of web push, see docs/notifications.md; without one nobody is told outside of an open page'),
  PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:|https:\/\/)/, 'must be a mailto: or https: address')
    .optional()
    .describe('Where push services reach you, such as mailto:ops@example.com; default APP_URL'),
  FILES_URL: z
    .string()
    .regex(
      /^(file:\/\/\/.|s3:\/\/[a-z0-9][a-z0-9.-]+([/?]|$))/,
      'must be a folder such as file:///var/lib/baton/files or a bucket such as s3://bucket/prefix',
    )
    .refine((url) => URL.canParse(url), 'is no URL')
    .optional()
    .describe(
      'Where uploads are kept, by all nodes and workers alike: file:///var/lib/baton/files (default data/files here) or s3://bucket/prefix?region=eu-west-1&endpoint=https://s3.example.com, with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    ),
  READS_PER_MINUTE: whole(1200).describe('Rate limit of reads per token'),
  WRITES_PER_MINUTE: whole(600).describe('Rate limit of writes per token'),
  ANONYMOUS_PER_MINUTE: whole(60).describe('Rate limit per address without a token'),
  CONTACT_PER_HOUR: whole(5).describe('Messages of the contact form per address'),
  COMMUNITY_POSTS_PER_HOUR: whole(10).describe('Posts and answers a person may write to the community'),
  REGISTRATIONS_PER_HOUR: whole(5).describe('New accounts per address; invited people, and loopback in development, do not count'),
  SOCKETS_PER_USER: whole(20).describe('WebSockets a user may have open on a node; each open tab of the dashboard is one'),
  STREAMS_PER_USER: whole(100).describe('MCP streams a user may have open on a node: SSE sessions, and as many resource subscriptions'),
  IMPORTS_PER_USER: whole(1).describe('Imports in the background a user may have under way; each worker applies one at a time'),
  REPORTS_PER_HOUR: whole(10).describe(
    'Issues a user may report to the administrators in an hour; messages about them three times as many',
  ),
  HEAVY_PER_USER: whole(2).describe('Imports, bulk edits, exports and batches a user may have running on a node at once'),
  HEAVY_PER_ORGANIZATION: whole(3).describe('The same for an organization'),
  HEAVY_PER_NODE: whole(4).describe('The same for everybody on a node; keep it well below DATABASE_POOL'),
  AGENTS_PER_TOKEN: whole(20).describe('Agents a token makes, one for each client name; further names share one'),
  PASSKEYS_PER_USER: whole(10).describe('Passkeys a user may have'),
  ATTACHMENTS_MEGABYTES: whole(2048).describe('MiB of attachments an organization may keep'),
  EXPORTS_PER_HOUR: whole(1).describe('Exports of an organization that one person may start in an hour'),
  EVENTS_KEPT_DAYS: whole(365).describe('Days the event log is kept; older cursors are told to resync'),
  WEBHOOK_TIMEOUT_SECONDS: whole(15).describe('How long the receiver of a webhook has to answer'),
  WEBHOOK_RETRY_SECONDS: z
    .string()
    .regex(/^\d{1,6}(,\d{1,6})*$/, 'must be seconds, comma-separated')
    .default('5,300,1800,7200,18000,36000,50400,72000,86400')
    .transform((text) => text.split(',').map(Number))
    .describe('Pauses before each retry of a webhook, comma-separated; after the last it is given up'),
  AUDIT_KEPT_DAYS: whole(1095).describe(
    'Days the audit trail is kept; a sealed anchor stays for what was removed, see npm run audit:verify',
  ),
  CREDENTIALS_KEPT_DAYS: whole(90).describe('Days that ended logins, expired or revoked tokens and closed invites are kept'),
  DELETED_KEPT_DAYS: whole(90).describe('Days deleted epics, stories, tasks and comments can be restored; then they are removed'),
  CHECKPOINTS_KEPT_DAYS: whole(365).describe('Days the checkpoints of agent sessions are kept'),
  TOOL_CALLS_KEPT_DAYS: whole(180).describe('Days the hourly counts of tool calls are kept'),
  USAGE_KEPT_DAYS: whole(1825).describe('Days the daily usage of agents and the figures of insights are kept'),
  WEBHOOKS_KEPT_DAYS: whole(30).describe('Days the deliveries of webhooks are kept for looking at and replaying'),
  DASHBOARD_DIR: optional.describe(
    'Folder npm run dashboard built the pages into; default dashboard/dist. Where it is missing there are no pages',
  ),
  EMBEDDINGS: z.enum(['on', 'off']).default('on').describe('off: search goes by text alone'),
  EMBEDDINGS_MODEL_DIR: optional.describe('Folder npm run model puts the local model into; default below XDG_CACHE_HOME or /var/tmp'),
  EMBEDDINGS_THREADS: z.coerce.number().int().min(1).max(64).default(1).describe('Threads per process that run the local model'),
  EMBEDDINGS_URL: z
    .string()
    .regex(/^https?:\/\//, 'must look like https://api.openai.com/v1')
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional()
    .describe('OpenAI-compatible endpoint in place of the local model, such as https://api.openai.com/v1'),
  EMBEDDINGS_KEY: optional.describe('Its key'),
  EMBEDDINGS_MODEL: optional.describe('Its model, such as text-embedding-3-small; required with EMBEDDINGS_URL'),
  EMBEDDINGS_DIMENSIONS: z.coerce.number().int().min(1).max(16_000).optional().describe('Asks it for shorter vectors, if the model can'),
  EMBEDDINGS_QUERY_PREFIX: optional.describe('What its model wants before a question, such as "query: "'),
  EMBEDDINGS_PASSAGE_PREFIX: optional.describe('What its model wants before a stored text, such as "passage: "'),
  ASSISTANT_URL: z
    .string()
    .regex(/^https?:\/\//, 'must look like https://api.openai.com/v1')
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional()
    .describe(
      'OpenAI-compatible endpoint of the model behind the assistant, such as http://localhost:11434/v1; without one it shows passages alone',
    ),
  ASSISTANT_MODEL: optional.describe('Its model; required with ASSISTANT_URL'),
  ASSISTANT_KEY: optional.describe('Its key, if it wants one'),
  ASSISTANT_TIMEOUT_SECONDS: whole(120).describe('How long the model has for a whole answer'),
  ASSISTANT_PRICE_IN: price.describe('Dollars for a million tokens sent to the model; without prices no cost is known'),
  ASSISTANT_PRICE_OUT: price.describe('Dollars for a million tokens it writes'),
  SESSION_LOST_MINUTES: whole(60).describe('Minutes without a checkpoint after which an agent session is taken for lost'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info').describe('Log level'),
  METRICS_TOKEN: optional.describe('Bearer token for /metrics; without one it answers loopback only'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional().describe('OpenTelemetry collector for traces: http://host:4318'),
  OTEL_SERVICE_NAME: optional.describe('Name of the service in traces; default baton-server, baton-worker or baton-mcp'),
  OTEL_RESOURCE_ATTRIBUTES: optional.describe('What else traces say about the process, such as deployment.environment.name=staging'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of traces that are recorded, 0 to 1, of those that begin here; a caller’s traceparent decides for its own'),
}

const schema = z.object(variables)
/** `given`: the variables set in the environment, which take precedence over an administrator’s setting. */
export type Config = z.output<typeof schema> & { readonly given: ReadonlySet<string> }

export class ConfigurationError extends Error {}

/** Reads the environment once, at start; an empty or blank variable counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const given = { ...set, ...fromFiles(set) }
  const result = schema.safeParse(given)
  const problems = result.error?.issues.map((issue) => `  ${issue.path.join('.')}: ${explain(issue)}`) ?? []
  if (given['NODE_ENV'] === 'production' && !given['APP_URL'])
    problems.push('  APP_URL: set the public origin, such as https://baton.example.com')
  if (Boolean(given['CODEHOST_APP_ID']) !== Boolean(given['CODEHOST_PRIVATE_KEY']))
    problems.push('  CODEHOST_APP_ID, CODEHOST_PRIVATE_KEY: set both, or none')
  if (given['EMBEDDINGS_URL'] && !given['EMBEDDINGS_MODEL']) problems.push('  EMBEDDINGS_MODEL: name the model of EMBEDDINGS_URL')
  if (given['ASSISTANT_URL'] && !given['ASSISTANT_MODEL']) problems.push('  ASSISTANT_MODEL: name the model of ASSISTANT_URL')
  if (problems.length > 0 || !result.data) {
    throw new ConfigurationError(`Baton cannot start. Set these variables (see .env.example):\n${problems.join('\n')}`)
  }
  return { ...result.data, given: new Set(Object.keys(given)) }
}

/** `SECRET_KEY_FILE=/run/secrets/key` in place of `SECRET_KEY`, for every variable: what stands in the environment is seen by more than its process. */
function fromFiles(set: NodeJS.ProcessEnv): Record<string, string> {
  const named = Object.keys(variables).filter((name) => set[`${name}_FILE`])
  const twice = named.filter((name) => set[name])
  if (twice.length > 0)
    throw new ConfigurationError(`Baton cannot start. Set ${twice.map((name) => `${name} or ${name}_FILE`).join(', ')}, not both.`)
  return Object.fromEntries(
    named.map((name) => {
      try {
        return [name, readFileSync(set[`${name}_FILE`] ?? '', 'utf8').trim()]
      } catch (error) {
        throw new ConfigurationError(`Baton cannot start. ${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code}).`)
      }
    }),
  )
}

function explain(issue: { path: PropertyKey[]; message: string }): string {
  const variable = variables[issue.path[0] as keyof typeof variables]
  const missing = issue.message.includes('received undefined')
  return missing ? `is not set. ${variable?.description ?? ''}` : issue.message
}
