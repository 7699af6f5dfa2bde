import { type Context, system } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { isId } from '../../../platform/ids.ts'
import { announceToUser } from '../../notices/notifications/announce-to-user.ts'
import { decodeCursor, firstId, lastId, nextPage } from '../../paging.ts'
import { requireUser } from '../require-user.ts'
import { announce } from './announce.ts'
import * as contracts from './announcements.contract.ts'
import * as queries from './announcements.queries.ts'

const shown = (ctx: Context, id: string | null) => ctx.tx.one(queries.announcementById, { id })

export const notifyUser = implement(contracts.notifyUser, async (ctx, { id, title, body }) => {
  const user = await requireUser(ctx, id)
  ctx.target(user.id)
  return shown(ctx, await announce(ctx, { title, body, audience: 'user', recipient: user.id }))
})

export const sendAnnouncement = implement(contracts.sendAnnouncement, async (ctx, { title, body, audience, organization: name }) => {
  if ((audience === 'organization') !== (name !== undefined)) {
    throw new Refusal('invalid', 'Name `organization` with the audience organization, and with no other.')
  }
  const organization = name === undefined ? null : await requireNamed(ctx, name)
  const id = await announce(ctx, { title, body, audience, organization })
  if (id) ctx.target(id)
  return shown(ctx, id)
})

export async function requireNamed(ctx: Context, name: string): Promise<string> {
  const found = await ctx.tx.row(isId(name) ? queries.organizationById : queries.organizationByHandle, { name })
  if (!found) throw notFound('organization', name, 'The page of a user lists theirs: {getUser}.')
  return found.id
}

export const listAnnouncements = implement(contracts.listAnnouncements, async (ctx, { user, limit, cursor }) => {
  const [before] = decodeCursor(cursor, ['id']) ?? [lastId]
  const rows = await ctx.tx.rows(queries.announcements, { user: user ?? null, before, limit: limit + 1 })
  return nextPage(rows, limit, (row) => [row.id])
})

/** Fixed ids: requesting them again doesn't announce them again. */
const firstSteps = [
  {
    id: '00000000-0000-7000-8000-000000000001',
    title: 'Set up mail',
    body: 'Without a mail server nobody can reset a password or accept an invitation by mail. Administration, Settings, Mail sets one up and tests it.',
  },
  {
    id: '00000000-0000-7000-8000-000000000002',
    title: 'Choose who may register',
    body: 'Everybody who reaches this instance may make an account until you say otherwise. Administration, Settings, Registration.',
  },
  {
    id: '00000000-0000-7000-8000-000000000003',
    title: 'Back up the database and the files',
    body: 'docs/runbook.md says how, and how to try a restore before you need one.',
  },
]

export const seedAnnouncements = implement(contracts.seedAnnouncements, async (ctx) => {
  let created = 0
  for (const step of firstSteps) if (await announce(ctx, { ...step, audience: 'administrators' })) created++
  return { created }
})

const atOnce = 500

export const spreadAnnouncement = implement(contracts.spreadAnnouncement, async (ctx, { announcement_id: id, after = firstId }) => {
  const found = await ctx.tx.row(queries.toSpread, { id })
  if (!found) return { queued: 0, next: null }
  const { audience, organization_id: organization, recipient_id: recipient } = found
  const rows = await ctx.tx.rows(queries.recipients, { audience, organization, recipient, after, limit: atOnce })
  const last = rows.length === atOnce ? rows.at(-1) : undefined
  await ctx.tx.rows(queries.countSpread, { id, count: rows.length, whole: !last, now: ctx.clock.now() })
  const { principal, org } = ctx
  for (const { user_id, org_id } of rows) {
    ctx.enter(system(org_id), org_id)
    await ctx.enqueue('deliverAnnouncement', { announcement_id: id, user_id })
  }
  ctx.enter(principal, org)
  return { queued: rows.length, next: last ? { announcement_id: id, after: last.user_id } : null }
})

export const deliverAnnouncement = implement(contracts.deliverAnnouncement, async (ctx, { announcement_id: id, user_id: user }) => {
  const said = await ctx.tx.row(queries.words, { id })
  return { delivered: said !== undefined && (await announceToUser(ctx, user, { id, ...said })) }
})
