import { system, userOf, type Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { sql } from '../../../platform/postgres.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import { contentHash, filesOf } from '../directory/skill-directory.ts'
import { skillTakenDown, skillTakedownLifted } from '../skills.events.ts'
import { skillsByIds, type PublicRow } from '../skills.queries.ts'
import * as contracts from './admin-marketplace.contract.ts'

interface AdminListingRow {
  id: string
  slug: string
  name: string
  organization: string
  verified: boolean
  revision: number
  hash: string | null
  findings: { danger: number; warning: number } | null
  installs: number
  takedown_id: string | null
  taken_at: string | null
  taken_by: string | null
  reason: string | null
  reached: number | null
  published_at: string
  updated_at: string
}

const listing = `select p.item_id as id, p.slug, p.fields ->> 'name' as name, p.fields ->> 'organization' as organization, v.org_id is not null as verified,
    (p.fields ->> 'revision')::integer as revision, p.fields ->> 'hash' as hash, p.fields -> 'findings' as findings,
    (select count(distinct i.org_id)::integer from skill_installs i where i.source_skill = p.item_id) as installs,
    t.id as takedown_id, t.taken_at, u.handle as taken_by, t.reason, t.reached, p.published_at, p.updated_at
  from published p left join verified_publishers v on v.org_id = p.org_id
    left join skill_takedowns t on t.skill_id = p.item_id and t.lifted_at is null left join users u on u.id = t.taken_by
  where p.kind = 'skill'`
const all = sql(`${listing} and p.item_id < :before
  and (:q::text is null or starts_with(p.slug, lower(:q)) or starts_with(lower(p.fields ->> 'name'), lower(:q)) or p.fields ->> 'organization' = lower(:q))
  and case :show::text when 'taken_down' then t.id is not null
    when 'flagged' then (p.fields -> 'findings' ->> 'danger')::integer + (p.fields -> 'findings' ->> 'warning')::integer > 0 else true end
  order by p.item_id desc limit :limit`).as<AdminListingRow>()
const byId = sql(`${listing} and p.item_id = :id`).as<AdminListingRow>()
const contentById = sql(
  "select fields, body, frontmatter, archive, published_at, updated_at from published where kind = 'skill' and item_id = :id",
).as<PublicRow>()
const insertTakedown = sql(`insert into skill_takedowns (id, skill_id, slug, publisher, hash, reason, taken_by, taken_at, reached)
  values (:id, :skill, :slug, :publisher, decode(:hash, 'hex'), :reason, :user, :now, :reached)`)
const takeDown = sql(
  "select org_id, skill_id from app.take_down_skill(:skill, decode(:hash, 'hex'), :takedown, :reason, :now)",
).as<Reached>()
const lift = sql('select org_id, skill_id from app.lift_skill_takedown(:takedown, :now)').as<Reached>()
const closeTakedown = sql('update skill_takedowns set lifted_at = :now, lifted_by = :user, lift_reason = :reason where id = :id')
const organization = sql('select id from organizations where handle = :handle and deleted_at is null').as<{ id: string }>()
const verify = sql(`insert into verified_publishers (org_id, verified_by, reason, verified_at) values (:org, :user, :reason, :now)
  on conflict (org_id) do update set verified_by = excluded.verified_by, reason = excluded.reason, verified_at = excluded.verified_at`)
const unverify = sql('delete from verified_publishers where org_id = :org')

interface Reached {
  org_id: string
  skill_id: string
}

function shown({ organization: name, verified, takedown_id, taken_at, taken_by, reason, reached, ...row }: AdminListingRow) {
  const takedown =
    takedown_id === null ? null : { id: takedown_id, at: taken_at ?? '', by: taken_by ?? '', reason: reason ?? '', reached: reached ?? 0 }
  return { ...row, publisher: { organization: name, verified }, takedown }
}

async function requireListing(ctx: Context, id: string): Promise<AdminListingRow> {
  const row = await ctx.tx.row(byId, { id })
  if (!row) throw notFound('published skill', id, 'List them with {listMarketplace}.')
  return row
}

export const listMarketplace = implement(contracts.listMarketplace, async (ctx, { q, show, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(all, { before, q: q ?? null, show, limit: limit + 1 })
  const { items, next_cursor } = nextPage(rows, limit, (row) => [row.id])
  return { items: items.map(shown), next_cursor }
})

/** Takes effect everywhere in this one transaction; jobs then tell each organization. */
export const takeDownSkill = implement(contracts.takeDownSkill, async (ctx, { id, reason }) => {
  const { slug, organization: publisher, takedown_id } = await requireListing(ctx, id)
  if (takedown_id !== null) throw new Refusal('conflict', 'This skill is taken down already.')
  const { fields, body, frontmatter, archive } = await ctx.tx.one(contentById, { id })
  const hash = contentHash(filesOf({ ...fields, body, frontmatter, archive }))
  const [takedown, now] = [newId(), ctx.clock.now()]
  const reached = await ctx.tx.rows(takeDown, { skill: id, hash, takedown, reason, now })
  await ctx.tx.rows(insertTakedown, {
    id: takedown,
    skill: id,
    slug,
    publisher,
    hash,
    reason,
    user: userOf(ctx),
    now,
    reached: reached.length,
  })
  await tell(ctx, reached, true)
  ctx.target(id)
  return shown(await requireListing(ctx, id))
})

export const liftTakedown = implement(contracts.liftTakedown, async (ctx, { id, reason }) => {
  const { takedown_id } = await requireListing(ctx, id)
  if (takedown_id === null) throw new Refusal('conflict', 'This skill is not taken down.')
  const now = ctx.clock.now()
  const back = await ctx.tx.rows(lift, { takedown: takedown_id, now })
  await ctx.tx.rows(closeTakedown, { id: takedown_id, user: userOf(ctx), reason, now })
  await tell(ctx, back, false)
  ctx.target(id)
  return shown(await requireListing(ctx, id))
})

async function tell(ctx: Context, reached: readonly Reached[], taken_down: boolean): Promise<void> {
  const { principal, org } = ctx
  for (const [of, skills] of Map.groupBy(reached, ({ org_id }) => org_id)) {
    ctx.enter(system(of), of)
    await ctx.enqueue('announceTakedown', { skill_ids: skills.slice(0, 1000).map(({ skill_id }) => skill_id), taken_down })
  }
  ctx.enter(principal, org)
}

export const verifyPublisher = implement(contracts.verifyPublisher, async (ctx, { organization: handle, verified, reason }) => {
  const found = await ctx.tx.row(organization, { handle })
  if (!found) throw notFound('organization', handle, 'Name it by its handle.')
  if (verified) await ctx.tx.rows(verify, { org: found.id, user: userOf(ctx), reason, now: ctx.clock.now() })
  else await ctx.tx.rows(unverify, { org: found.id })
  ctx.target(found.id)
  return { organization: handle, verified }
})

export const announceTakedown = implement(contracts.announceTakedown, async (ctx, { skill_ids, taken_down }) => {
  const skills = await ctx.tx.rows(skillsByIds, { org: ctx.org, ids: skill_ids })
  for (const skill of skills) ctx.emit(taken_down ? skillTakenDown : skillTakedownLifted, { skill })
  return { announced: skills.length }
})
