import type { Client } from '@baton/client'
import type { Run } from './command.ts'
import { loginOf } from './config/credentials.ts'

/** Address of a page in the current organization. */
export async function pageAddress({ env, organization }: Run, server: string, client: Client, page: string): Promise<string> {
  const named = organization ?? (env['BATON_ORGANIZATION'] || undefined)
  const id = named ?? (await client.me()).personal_organization_id
  const { handle } = await client.getOrganization({ organization: id })
  return `${loginOf(env, server)?.app_url ?? server}/${handle}/${page}`
}
