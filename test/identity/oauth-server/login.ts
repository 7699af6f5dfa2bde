import { expect } from 'vitest'
import type { Baton } from '../../harness/baton.ts'
import { callTool } from '../../looping/mcp-client.ts'
import type { Person } from '../../harness/person.ts'
import { authorizeAddress, redeem, registerApp, type App } from './app.ts'
import { approve } from './browser.ts'

export interface LoggedIn {
  person: Person
  app: App
  organization: string
  access_token: string
  refresh_token: string
  scope: string
  expires_in: number
}

/** A person who has approved an application, which holds a code that has not been redeemed yet. */
export async function codeFor(baton: Baton, scope = '', person?: Person, organization?: string) {
  const one = person ?? (await baton.person())
  const app = await registerApp(baton.url)
  const chosen = organization ?? one.user.personal_organization_id
  const back = await approve(baton.url, authorizeAddress(baton.url, app, { scope }), one, chosen)
  return { person: one, app, organization: chosen, back, code: back.searchParams.get('code') ?? '' }
}

export async function tokensFor(baton: Baton, scope = '', person?: Person, organization?: string): Promise<LoggedIn> {
  const { code, back: _, ...rest } = await codeFor(baton, scope, person, organization)
  const { status, body } = await redeem(baton.url, rest.app, code)
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...rest, ...body }
}

/** The HTTP status of a tool call with this token. */
export const tryTool = async (url: string, token: string, tool = 'list_projects', input: unknown = {}): Promise<number> =>
  (await callTool(url, token, tool, input)).status
