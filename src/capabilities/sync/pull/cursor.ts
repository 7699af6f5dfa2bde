import { createHash, timingSafeEqual } from 'node:crypto'
import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { epochNow, permissionsOf } from './pull.queries.ts'

/** A device's position: in the log and, until a fresh start is complete, in the snapshot that is read first. */
export interface SyncCursor {
  epoch: number
  seq: number
  /** When the fresh start began, in epoch milliseconds; projects created since then have their own events. */
  since: number
  permissions: string
  /** When it was issued, in epoch milliseconds. */
  at: number
  /** Where the fresh start continues: the index of the kind and the last id read. Null once it is complete. */
  snapshot: { kind: number; after: string } | null
}

const longest = 90 * 86_400_000

/** Digest of the caller's access to what existed at `since`. If it changes, the device may hold data it must no longer keep. */
export async function permissionsVersion(ctx: Context, since: number): Promise<string> {
  const rows = await ctx.tx.rows(permissionsOf, { org: ctx.org, since: new Date(since) })
  const facts = [ctx.principal.organization?.role, ctx.principal.run?.project, rows]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16)
}

export function writeCursor(ctx: Context, { epoch, seq, since, permissions, at, snapshot }: SyncCursor): string {
  const body = [epoch, seq, since, permissions, at, snapshot?.kind ?? '', snapshot?.after ?? ''].join('.')
  return `${Buffer.from(body).toString('base64url')}.${sign(ctx, body).toString('base64url')}`
}

/** The position in a cursor, if it was issued to this caller, hasn't expired, and the caller's access is unchanged. */
export async function readCursor(ctx: Context, text: string): Promise<SyncCursor> {
  const cursor = decode(ctx, text)
  if (!cursor) throw startAfresh('This cursor is not one of yours.', 'unknown')
  const { epoch } = await ctx.tx.one(epochNow, {})
  if (cursor.epoch !== epoch) throw startAfresh('The server was restored from a backup since then.', 'restored')
  if (ctx.clock.now().getTime() - cursor.at > longest) throw startAfresh('This cursor is more than 90 days old.', 'expired')
  if (cursor.permissions !== (await permissionsVersion(ctx, cursor.since))) throw startAfresh('What you may see has changed.', 'access')
  return cursor
}

export const startAfresh = (why: string, reason: string): Refusal =>
  new Refusal('gone', `${why} Pull again without a cursor, and drop what that no longer names.`, { reason })

/** The MAC covers the organization and the user, so a cursor is useless to anyone else and in any other organization. */
const sign = (ctx: Context, body: string): Buffer => ctx.services.syncCursors.mac(`${ctx.org} ${userOf(ctx)} ${body}`).subarray(0, 16)

function decode(ctx: Context, text: string): SyncCursor | null {
  const [encoded = '', mac = ''] = text.split('.')
  const body = Buffer.from(encoded, 'base64url').toString()
  const given = Buffer.from(mac, 'base64url')
  if (given.length !== 16 || !timingSafeEqual(given, sign(ctx, body))) return null
  const [epoch, seq, since, permissions = '', at, kind = '', after = ''] = body.split('.')
  const snapshot = kind === '' || !isId(after) ? null : { kind: Number(kind), after }
  return { epoch: Number(epoch), seq: Number(seq), since: Number(since), permissions, at: Number(at), snapshot }
}
