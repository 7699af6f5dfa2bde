import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Baton } from '../../harness/baton.ts'
import { callTool } from '../../looping/mcp-client.ts'
import { send } from '../../harness/person.ts'
import { authorizeAddress, redeem, refresh, registerApp } from './app.ts'
import { startBatonAtItsAddress } from './baton-at.ts'
import { Browser, approve } from './browser.ts'
import { tokensFor, tryTool } from './login.ts'

let baton: Baton
beforeAll(async () => {
  baton = await startBatonAtItsAddress()
})
afterAll(() => baton.close())

test('a code becomes tokens that work at /mcp and nowhere else', async () => {
  const { access_token, expires_in } = await tokensFor(baton)
  expect(expires_in).toBe(900)
  expect(await tryTool(baton.url, access_token)).toBe(200)
  const rest = await send(baton.url, 'GET', '/api/projects', undefined, { authorization: `Bearer ${access_token}` })
  expect(rest.status).toBe(401)
})

test('what the token does is done in the organization the person has picked, by an agent of the client', async () => {
  const person = await baton.person()
  const team = await person.createOrganization(`team-${person.user.handle}`)
  const { access_token } = await tokensFor(baton, '', person, team.organization)
  const made = await callTool(baton.url, access_token, 'create_project', { name: 'By an agent', slug: 'by-an-agent' })
  expect(made.status, made.text).toBe(200)
  expect((await team.call('GET', '/api/projects/by-an-agent')).status).toBe(200)
  expect((await person.call('GET', '/api/projects/by-an-agent')).status).toBe(404)
  const [{ count }] = (await baton.look('select count(*)::integer as count from agents where org_id = $1', [team.organization])) as [
    { count: number },
  ]
  expect(count).toBe(1)
})

test('an organization the person is no member of cannot be picked', async () => {
  const [person, other] = [await baton.person(), await baton.person()]
  const app = await registerApp(baton.url)
  const browser = new Browser()
  const login = await browser.open(baton.url, authorizeAddress(baton.url, app))
  const consent = await browser.submit(baton.url, `${login.address}/login`, { email: person.user.email, password: person.password })
  const answer = await browser.submit(baton.url, `${consent.address}/consent`, { organization: other.user.personal_organization_id })
  expect(answer.status).toBe(404)
})

test('the consent page names client, redirect host, organizations and scopes', async () => {
  const person = await baton.person()
  const app = await registerApp(baton.url)
  const browser = new Browser()
  const login = await browser.open(baton.url, authorizeAddress(baton.url, app, { scope: 'task:read task:write' }))
  expect(login.text).toContain('Test app')
  const { text, headers } = await browser.submit(baton.url, `${login.address}/login`, {
    email: person.user.email,
    password: person.password,
  })
  for (const word of ['Test app', '127.0.0.1:4711', `Name of ${person.user.handle}`, person.user.email, 'task:read', 'task:write'])
    expect(text).toContain(word)
  expect(text).not.toContain('project:write')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:4711;")
})

test('a wrong password asks again and says so; who cancels sends the client home without a code', async () => {
  const person = await baton.person()
  const app = await registerApp(baton.url)
  const browser = new Browser()
  const login = await browser.open(baton.url, authorizeAddress(baton.url, app))
  const again = await browser.submit(baton.url, `${login.address}/login`, { email: person.user.email, password: 'wrong' })
  expect(again.text).toContain('Email address or password is wrong.')
  const denied = new URL((await browser.submit(baton.url, `${login.address}/deny`, {})).address)
  expect(denied.searchParams.get('error')).toBe('access_denied')
  expect(denied.searchParams.get('code')).toBeNull()
})

test('refreshing rotates both tokens', async () => {
  const first = await tokensFor(baton)
  const { status, body } = await refresh(baton.url, first.app, first.refresh_token)
  expect(status).toBe(200)
  expect(body.refresh_token).not.toBe(first.refresh_token)
  expect(await tryTool(baton.url, body.access_token)).toBe(200)
})

test('the login made for consent is over when the client has its code', async () => {
  const { person } = await tokensFor(baton)
  const open = await baton.look('select id from auth.sessions where user_id = $1 and ended_at is null', [person.user.id])
  expect(open).toHaveLength(1) // the one from the registration
})

test('a loopback client may come back to any port of its machine', async () => {
  const person = await baton.person()
  const app = { ...(await registerApp(baton.url)), redirect_uri: 'http://127.0.0.1:59999/callback' }
  const back = await approve(baton.url, authorizeAddress(baton.url, app), person, person.user.personal_organization_id)
  expect(back.port).toBe('59999')
  expect((await redeem(baton.url, app, back.searchParams.get('code') ?? '')).status).toBe(200)
})

test('a person lists what clients may act and ends one, with all its tokens', async () => {
  const { person, access_token, refresh_token, app } = await tokensFor(baton)
  const { items } = await person.do('GET', '/api/settings/oauth-grants')
  expect(items).toMatchObject([{ client_name: 'Test app', redirect_host: '127.0.0.1:4711', revoked_at: null }])
  await person.do('DELETE', `/api/settings/oauth-grants/${items[0].id}`)
  expect(await tryTool(baton.url, access_token)).toBe(401)
  expect((await refresh(baton.url, app, refresh_token)).body.error).toBe('invalid_grant')
})
