import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import { Name } from '../../vocabulary.contract.ts'
import { components } from '../../components.contract.ts'

const Grant = z.object({
  id: Id,
  organization_id: Id,
  client_id: z.string(),
  client_name: z.string(),
  redirect_host: z.string(),
  scopes: z.array(z.string()),
  created_at: Timestamp,
  expires_at: Timestamp,
  revoked_at: Timestamp.nullable(),
})

components({ OauthGrant: Grant })

export const approveOauthClient = contract({
  summary: 'Let an OAuth client act for you in the current organization',
  realm: 'identity',
  permission: 'self',
  in_organization: true,
  effect: 'create',
  needs_person: true,
  creates: { ref: 'oauth_grant', field: 'id' },
  needs_proven_email: true,
  input: z.strictObject({
    client_id: z.string().min(1).max(2000),
    client_name: Name,
    redirect_host: z.string().min(1).max(255),
    resource: z.url().max(2000),
    scopes: z.array(z.string().min(1).max(64)).max(200),
  }),
  output: Grant,
  rehearsal: { input: { resource: 'https://baton.example/mcp' } },
})

export const listOauthGrants = contract({
  summary: 'List the OAuth clients that may act for you, in every organization, newest first',
  realm: 'identity',
  permission: 'self',
  effect: 'read',
  stale_after: ['oauth_client.*'],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(Grant),
  http: [{ method: 'GET', path: '/api/settings/oauth-grants' }],
})

export const revokeOauthGrant = contract({
  summary: 'Revoke an OAuth client’s access: all its tokens stop working immediately',
  realm: 'identity',
  permission: 'self',
  effect: 'delete',
  input: z.strictObject({ id: ref('oauth_grant', Id) }),
  output: Grant,
  http: [{ method: 'DELETE', path: '/api/settings/oauth-grants/:id' }],
})
