import { z } from 'zod'
import { sql, type Database } from '../../../platform/postgres.ts'

const repositoriesAtHost = sql('select org_id, repository_id from app.repositories_at_host(:host_id)').as<{
  org_id: string
  repository_id: string
}>()

/** Where a repository of the code host is connected, across all organizations. */
export const repositoriesAt = (database: Database, host_id: number) => database.identify(repositoriesAtHost, { host_id })

const sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
const Push = z.object({ ref: z.string().startsWith('refs/heads/').max(300), before: sha, after: sha })
const none = /^0+$/

/** A branch that moved from one commit to another; null for one that is new or gone, a tag, or anything else. */
export function pushOf(event: string, body: unknown): { branch: string; before: string; after: string } | null {
  const push = event === 'push' ? Push.safeParse(body).data : undefined
  if (!push || none.test(push.before) || none.test(push.after)) return null
  return { branch: push.ref.slice('refs/heads/'.length), before: push.before, after: push.after }
}
