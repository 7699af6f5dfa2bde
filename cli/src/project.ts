import type { Client } from '@baton/client'
import type { Run } from './command.ts'
import { usageError } from './errors.ts'

export const projectOption = {
  project: { type: 'string', value: 'SLUG', about: 'the project, instead of BATON_PROJECT' },
} as const

export const namedProject = ({ env, text }: Run): string | undefined => text('project') ?? (env['BATON_PROJECT'] || undefined)

/** The named project, or the only one there is. */
export async function requireProject(run: Run, client: Client): Promise<string> {
  const named = namedProject(run)
  if (named) return named
  const { items } = await client.listProjects({ limit: 10 })
  if (items.length === 1 && items[0]) return items[0].slug
  const names = items.map(({ slug }) => slug).join(', ')
  throw usageError(
    items.length === 0 ? 'There is no project yet.' : 'Name the project.',
    items.length === 0 ? 'Create one in the dashboard: baton open' : `Add --project SLUG or set BATON_PROJECT. Projects: ${names}`,
  )
}
