import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import { Email, AgentRef, Name } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const days = z.int().min(1).max(365).default(90)

const token = {
  id: Id,
  name: z.string(),
  organization_id: Id,
  prefix: z.string(),
  last_four: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
}

const McpToken = z.object({ ...token, mode: z.enum(['live', 'test']), agent_id: Id.nullable() })
const ApiKey = z.object({ ...token, scopes: z.array(z.string()) })
const NewApiKey = ApiKey.extend({ key: z.string() })

components({ McpToken, ApiKey, NewApiKey })

/** A permission such as `task:read`; a higher one of the same domain covers the lower, `*` covers all. */
const Scope = z
  .string()
  .max(40)
  .regex(/^(\*|[a-z_]+:(read|write|manage|own))$/, 'must be a permission such as task:read or project:write, or *')
const Scopes = z.array(Scope).min(1).max(50).default(['*'])

export const createMcpToken = contract({
  summary: 'Create an MCP token for the current organization (live) or its sandbox (test); its value is shown once',
  realm: 'identity',
  permission: 'self',
  in_organization: true,
  effect: 'create',
  needs_person: true,
  secret_output: true,
  creates: { ref: 'mcp_token', field: 'id' },
  needs_proven_email: true,
  input: z.strictObject({
    name: Name,
    agent: AgentRef.optional(),
    mode: z.enum(['live', 'test']).default('live'),
    expires_in_days: days,
  }),
  output: McpToken.extend({ token: z.string() }),
  http: [{ method: 'POST', path: '/api/settings/mcp-tokens' }],
})

export const listMcpTokens = contract({
  summary: 'List your MCP tokens of every organization, newest first',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
  stale_after: ['mcp_token.*', 'agent.enrolled', 'tokens.used'],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(McpToken),
  http: [{ method: 'GET', path: '/api/settings/mcp-tokens' }],
})

export const revokeMcpToken = contract({
  summary: 'Revoke an MCP token',
  realm: 'identity',
  permission: 'self',
  effect: 'delete',
  input: z.strictObject({ id: ref('mcp_token', Id) }),
  output: McpToken,
  http: [{ method: 'DELETE', path: '/api/settings/mcp-tokens/:id' }],
})

export const createApiKey = contract({
  summary: 'Create an API key for the current organization; its value is shown once',
  realm: 'identity',
  permission: 'self',
  in_organization: true,
  effect: 'create',
  needs_person: true,
  secret_output: true,
  creates: { ref: 'api_key', field: 'id' },
  needs_proven_email: true,
  input: z.strictObject({ name: Name, scopes: Scopes, expires_in_days: days }),
  output: NewApiKey,
  http: [{ method: 'POST', path: '/api/settings/api-keys' }],
})

export const listApiKeys = contract({
  summary: 'List your API keys of every organization, newest first',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
  stale_after: ['api_key.*', 'tokens.used'],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(ApiKey),
  http: [{ method: 'GET', path: '/api/settings/api-keys' }],
})

export const revokeApiKey = contract({
  summary: 'Revoke an API key',
  realm: 'identity',
  permission: 'self',
  effect: 'delete',
  input: z.strictObject({ id: ref('api_key', Id) }),
  output: ApiKey,
  http: [{ method: 'DELETE', path: '/api/settings/api-keys/:id' }],
})

export const exchangeForApiKey = contract({
  summary: 'Exchange email and password for an API key; refused for accounts with a second factor',
  realm: 'identity',
  permission: 'anyone',
  effect: 'create',
  secret_output: true,
  input: z.strictObject({
    email: Email,
    password: z.string().min(1).max(200),
    name: Name,
    organization: ref(
      'organization',
      z
        .string()
        .min(1)
        .max(64)
        .regex(/^[\w-]+$/, 'must be a handle or id'),
    ).optional(),
    scopes: Scopes,
    expires_in_days: days,
  }),
  output: NewApiKey,
  http: [{ method: 'POST', path: '/api/auth/api-key-exchange' }],
  rehearsal: { input: { email: '$email', password: '$password' } },
})

export const resetSandbox = contract({
  summary: 'Empty the sandbox of the current organization; its test tokens stay valid',
  realm: 'organization',
  permission: 'sandbox:manage',
  effect: 'change',
  needs_person: true,
  input: z.strictObject({}),
  output: z.object({ id: Id, handle: z.string(), name: z.string() }),
  http: [{ method: 'POST', path: '/api/organization/sandbox/reset' }],
})

export const createWsTicket = contract({
  summary: 'Get a ticket for /api/ws?token=…: valid for 30 seconds and one connection',
  realm: 'identity',
  permission: 'self',
  // A key must never appear in a URL; with this scope it gets a ticket, which may.
  scope: 'live:read',
  effect: 'create',
  secret_output: true,
  input: z.strictObject({}),
  output: z.object({ ticket: z.string(), expires_at: Timestamp }),
  http: [{ method: 'POST', path: '/api/auth/ws-ticket' }],
})
