import { createHash, timingSafeEqual } from 'node:crypto'
import { userOf, type Context } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { epochNow, permissionsOf } from './pull.queries.ts'

/** A device's place: in the log, and during a fresh start in what is read before it. */
export interface SyncCursor {
  epoch: number
  seq: number
  /** When the fresh start began, in milliseconds: projects made since then have their own events. */
  since: number
  permissions: string
  /** When it was given out, in milliseconds. */
  at: number
  /** What of the fresh start comes next: the kind by its place, and the last id read. Null: it is complete. */
  snapshot: { kind: number; after: string } | null
}

const longest = 90 * 86_400_000

/** Everything that decides what the caller sees, of what there was at a moment. Another value: what the device has may not be its to keep. */
export async function permissionsVersion(ctx: Context, since: number): Promise<string> {
  const rows = await ctx.tx.rows(permissionsOf, { org: ctx.org, since: new Date(since) })
  const facts = [ctx.principal.organization?.role, ctx.principal.run?.project, rows]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16)
}

export function writeCursor(ctx: Context, { epoch, seq, since, permissions, at, snapshot }: SyncCursor): string {
  const body = [epoch, seq, since, permissions, at, snapshot?.kind ?? '', snapshot?.after ?? ''].join('.')
  return `${Buffer.from(body).toString('base64url')}.${sign(ctx, body).toString('base64url')}`
}

/** The place that a cursor stands for, if it is one of the caller's, still within reach, and their access is what it was. */
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

/** Whoever else brings it, or brings it to another organization, has nothing. */
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
