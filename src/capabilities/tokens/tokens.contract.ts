import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../kernel/contract.ts'
import { AgentRef, Name } from '../vocabulary.contract.ts'

const McpToken = z.object({
  id: Id,
  name: z.string(),
  organization_id: Id,
  agent_id: Id.nullable(),
  prefix: z.string(),
  last_four: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
})

export const createMcpToken = contract({
  summary: 'Create an MCP token for the current organization; its value is shown once',
  realm: 'identity',
  permission: 'self',
  effect: 'create',
  needs_person: true,
  secret_output: true,
  creates: { ref: 'mcp_token', field: 'id' },
  input: z.strictObject({ name: Name, agent: AgentRef.optional(), expires_in_days: z.int().min(1).max(365).default(90) }),
  output: McpToken.extend({ token: z.string() }),
  http: [{ method: 'POST', path: '/api/settings/mcp-tokens' }],
})

export const listMcpTokens = contract({
  summary: 'List your MCP tokens of every organization, newest first',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
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
