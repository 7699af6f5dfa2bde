import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Baton } from '../../harness/baton.ts'
import { startBatonAtItsAddress } from './baton-at.ts'
import { tokensFor } from './login.ts'

let baton: Baton
beforeAll(async () => {
  baton = await startBatonAtItsAddress()
})
afterAll(() => baton.close())

const get = async (path: string): Promise<any> => (await fetch(baton.url + path)).json()

test('who comes to /mcp without a token is told where to log in', async () => {
  for (const [path, document] of [
    ['/mcp', '/mcp'],
    ['/mcp/sse', '/mcp/sse'],
  ]) {
    const answer = await fetch(baton.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${baton.url}/.well-known/oauth-protected-resource${document}"`,
    )
  }
})

test('the metadata of each resource names it and its authorization server', async () => {
  for (const [path, resource] of [
    ['', '/mcp'],
    ['/mcp', '/mcp'],
    ['/mcp/sse', '/mcp/sse'],
  ]) {
    const found = await get(`/.well-known/oauth-protected-resource${path}`)
    expect(found).toMatchObject({ resource: baton.url + resource, authorization_servers: [baton.url] })
    expect(found.scopes_supported).toContain('task:write')
  }
})

test('both documents of the authorization server say the same, and nothing but codes with PKCE for public clients', async () => {
  const found = await get('/.well-known/oauth-authorization-server')
  expect(await get('/.well-known/openid-configuration')).toEqual(found)
  expect(found).toMatchObject({
    issuer: baton.url,
    authorization_endpoint: `${baton.url}/oauth/authorize`,
    token_endpoint: `${baton.url}/oauth/token`,
    registration_endpoint: `${baton.url}/oauth/register`,
    revocation_endpoint: `${baton.url}/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  })
})

test('addresses derive from APP_URL, whatever Host a request names', async () => {
  const answer = await fetch(`${baton.url}/.well-known/oauth-authorization-server`, { headers: { 'x-forwarded-host': 'evil.example' } })
  expect(((await answer.json()) as { token_endpoint: string }).token_endpoint).toBe(`${baton.url}/oauth/token`)
})

const rpc = (token: string, name: string, args: unknown) =>
  fetch(`${baton.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })

test('a tool beyond the token’s scopes is a 403 that says what to ask for', async () => {
  const { access_token, scope } = await tokensFor(baton, 'project:read task:read')
  expect(scope.split(' ').toSorted()).toEqual(['project:read', 'task:read'])
  expect((await rpc(access_token, 'list_projects', {})).status).toBe(200)
  const refused = await rpc(access_token, 'create_project', { name: 'No', slug: 'no-scope' })
  expect(refused.status).toBe(403)
  const challenge = refused.headers.get('www-authenticate') ?? ''
  expect(challenge).toContain('error="insufficient_scope"')
  expect(challenge).toContain(`resource_metadata="${baton.url}/.well-known/oauth-protected-resource/mcp"`)
  expect(challenge).toMatch(/scope="(project:read task:read|task:read project:read) project:write"/)
})
