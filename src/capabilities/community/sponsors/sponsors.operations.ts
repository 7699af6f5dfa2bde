import type { Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { sql, update } from '../../../platform/postgres.ts'
import { decodeCursor, lastId, nextPage } from '../../paging.ts'
import * as contracts from './sponsors.contract.ts'

interface SponsorRow {
  id: string
  name: string
  url: string
  tier: 'platinum' | 'gold' | 'silver' | 'bronze'
  about: string
  starts_on: string
  ends_on: string | null
  active: boolean
  created_at: string
  updated_at: string
  version: number
}

const runs = '(starts_on <= :today::date and coalesce(ends_on, :today::date) >= :today::date)'
const columns = `id, name, url, tier, about, starts_on, ends_on, ${runs} as active, created_at, updated_at, version`
const all = sql(`select ${columns} from sponsors where id < :before order by id desc limit :limit`).as<SponsorRow>()
const byId = sql(`select ${columns} from sponsors where id = :id for update`).as<SponsorRow>()
const insert = sql(`insert into sponsors (id, name, url, tier, about, starts_on, ends_on, created_at, updated_at)
  values (:id, :name, :url, :tier, :about, :starts_on, :ends_on, :now, :now)`)
const changeable = ['name', 'url', 'tier', 'about', 'starts_on', 'ends_on', 'updated_at'] as const
const change = sql(`${update('sponsors', changeable)}, version = version + 1 where id = :id`)
const remove = sql('delete from sponsors where id = :id')
const current = sql(`select id, name, url, tier, about from sponsors where ${runs} and (:tier::text is null or tier = :tier)
  order by array_position(array['platinum', 'gold', 'silver', 'bronze'], tier), starts_on, id limit 100`).as<
  Pick<SponsorRow, 'id' | 'name' | 'url' | 'tier' | 'about'>
>()

const today = (ctx: Context): string => ctx.clock.now().toISOString().slice(0, 10)

async function requireSponsor(ctx: Context, id: string): Promise<SponsorRow> {
  const sponsor = await ctx.tx.row(byId, { id, today: today(ctx) })
  if (!sponsor) throw notFound('sponsor', id, 'List them with {listSponsors}.')
  return sponsor
}

function requireOrder({ starts_on, ends_on }: Pick<SponsorRow, 'starts_on' | 'ends_on'>): void {
  if (ends_on !== null && ends_on < starts_on) throw new Refusal('invalid', 'It ends before it begins. Set a later ends_on, or none.')
}

export const listSponsors = implement(contracts.listSponsors, async (ctx, { limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  return nextPage(await ctx.tx.rows(all, { before, limit: limit + 1, today: today(ctx) }), limit, (row) => [row.id])
})

export const createSponsor = implement(contracts.createSponsor, async (ctx, input) => {
  requireOrder(input)
  const id = newId()
  await ctx.tx.rows(insert, { ...input, id, now: ctx.clock.now() })
  ctx.target(id)
  return requireSponsor(ctx, id)
})

export const updateSponsor = implement(contracts.updateSponsor, async (ctx, { id, version, ...changes }) => {
  const before = await requireSponsor(ctx, id)
  if (version !== undefined && version !== before.version) {
    throw new Refusal('stale_version', 'Someone changed this sponsor in the meantime. Read it again and retry.')
  }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after: SponsorRow = { ...before, ...given }
  requireOrder(after)
  await ctx.tx.rows(change, { ...after, updated_at: ctx.clock.now() })
  ctx.target(id)
  return requireSponsor(ctx, id)
})

export const deleteSponsor = implement(contracts.deleteSponsor, async (ctx, { id }) => {
  const sponsor = await requireSponsor(ctx, id)
  await ctx.tx.rows(remove, { id })
  ctx.target(id)
  return sponsor
})

export const listPublicSponsors = implement(contracts.listPublicSponsors, async (ctx, { tier }) => {
  const sponsors = await ctx.tx.rows(current, { today: today(ctx), tier: tier ?? null })
  return { sponsors: sponsors.map((sponsor) => ({ ...sponsor, rel: 'sponsored noopener' as const })) }
})
