import type { Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { suggestSlugs } from '../suggest-slugs.ts'
import * as queries from './publishing.queries.ts'

type Kind = 'skill' | 'agent'

/** What the public sees: these fields and no others. */
interface Snapshot {
  kind: Kind
  slug: string
  id: string
  fields: Record<string, unknown>
  body?: string
}

/** Publishes a snapshot, or updates the existing one; only a person may change what the public sees. */
export async function publish(ctx: Context, { kind, slug, id, fields, body }: Snapshot): Promise<void> {
  const organization = await ctx.tx.row(queries.publisher, { org: ctx.org })
  if (!organization || organization.sandbox) {
    throw new Refusal('conflict', `Nothing leaves a sandbox. Publish the ${kind} in the organization itself.`)
  }
  const shown = { ...fields, organization: organization.handle }
  const place = { org: ctx.org, kind, slug, id }
  if (await ctx.tx.row(queries.isUnchanged, { ...place, fields: shown, body: body ?? null })) return
  requirePerson(ctx, kind)
  if (await ctx.tx.row(queries.isTaken, place)) throw await taken(ctx, kind, slug, organization.handle)
  await ctx.tx.rows(queries.publish, { ...place, fields: shown, body: body ?? null, now: ctx.clock.now() })
}

export async function withdraw(ctx: Context, kind: Kind, id: string): Promise<void> {
  await ctx.tx.rows(queries.withdraw, { org: ctx.org, kind, id })
}

function requirePerson({ principal }: Context, kind: Kind): void {
  if (principal.credential.kind === 'interactive') return
  throw new Refusal('needs_person', `What the public sees of this ${kind} is published by a person who has logged in. Ask one to do it.`)
}

/** Public slugs share one namespace across all organizations. */
async function taken(ctx: Context, kind: Kind, slug: string, handle: string): Promise<Refusal> {
  const free = await ctx.tx.row(queries.firstFree, { kind, slugs: suggestSlugs(slug, handle) })
  return new Refusal('conflict', `A public ${kind} is called \`${slug}\` already. \`${free?.slug}\` is free: use it as slug.`, {
    suggestion: free?.slug,
  })
}
