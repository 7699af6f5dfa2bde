import { type Context, userOf } from '../../../kernel/context.ts'
import { newId } from '../../../platform/ids.ts'
import { announcementSent } from './announcements.events.ts'
import { insertAnnouncement } from './announcements.queries.ts'

interface Said {
  id?: string
  title: string
  body?: string
  audience: 'everyone' | 'administrators' | 'organization' | 'user'
  organization?: string | null
  recipient?: string | null
}

/** Stores an announcement; a job finds its recipients. Returns null if one with this id exists already. */
export async function announce(ctx: Context, { id = newId(), body = '', organization = null, recipient = null, ...said }: Said) {
  const values = { ...said, id, body, organization, recipient, by: userOf(ctx), now: ctx.clock.now() }
  if (!(await ctx.tx.row(insertAnnouncement, values))) return null
  await ctx.enqueue('spreadAnnouncement', { announcement_id: id })
  ctx.emit(announcementSent, { announcement: { id, audience: said.audience } })
  return id
}

/** Tells a user what an administrator did that concerns them. */
export const tell = (ctx: Context, recipient: string, title: string, body: string) =>
  announce(ctx, { title, body, audience: 'user', recipient })
