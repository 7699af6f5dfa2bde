import { userOf, type Context } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { implement } from '../../kernel/operation.ts'
import { newId } from '../../platform/ids.ts'
import { requireRoom } from '../organizations/plans/entitlement.ts'
import { slugOf, suggestSlugs } from '../suggest-slugs.ts'
import * as contracts from './projects.contract.ts'
import { projectCreated } from './projects.events.ts'
import * as queries from './projects.queries.ts'
import { requireProject } from './require-project.ts'

export const createProject = implement(contracts.createProject, async (ctx, input) => {
  await requireRoom(ctx, 'projects')
  const user = userOf(ctx)
  const now = ctx.clock.now()
  const id = newId()
  const { description = '', settings = {} } = input
  const store = async (slug: string, key: string) =>
    ctx.tx.row(queries.insertProject, {
      org: ctx.org,
      id,
      slug,
      key,
      name: input.name,
      description,
      settings,
      visibility: input.visibility,
      user,
      now,
    })
  const slugs = input.slug ? [input.slug] : slugsFor(input.name)
  await firstFree(slugs, input.key ? [input.key] : suggestKeys(slugs[0] ?? ''), store)
  if (input.visibility === 'private') await ctx.tx.rows(queries.insertProjectMember, { org: ctx.org, project: id, user_id: user, now })
  return announce(ctx, id)
})

async function announce(ctx: Context, id: string) {
  const project = await requireProject(ctx, id, 'read')
  ctx.emit(projectCreated, { project })
  ctx.target(id)
  return project
}

/** Tries slug and key suggestions together until one pair is free. */
async function firstFree(slugs: string[], keys: string[], store: (slug: string, key: string) => Promise<unknown>): Promise<void> {
  const tries = Math.max(slugs.length, keys.length)
  for (let place = 0; place < tries; place++) {
    if (await store(slugs[Math.min(place, slugs.length - 1)] ?? '', keys[Math.min(place, keys.length - 1)] ?? '')) return
  }
  throw new Refusal('conflict', 'This slug or key is taken here. Choose another.')
}

const tails = (): string[] => ['', ...Array.from({ length: 4 }, (_, place) => String(place + 2)), newId().slice(-6)]

function slugsFor(name: string): string[] {
  const slug = slugOf(name, 'project')
  return [slug, ...suggestSlugs(slug)]
}

function suggestKeys(slug: string): string[] {
  const letters = slug
    .replace(/[^a-z0-9]/g, '')
    .replace(/^[0-9]+/, '')
    .toUpperCase()
  const base = letters.length >= 2 ? letters.slice(0, 3) : 'PRJ'
  return tails().map((tail) => (base + tail.toUpperCase()).slice(0, 10))
}
