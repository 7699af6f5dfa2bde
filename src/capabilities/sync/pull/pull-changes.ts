import { createHash } from 'node:crypto'
import { userOf, type Context } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { logHeadIn, readLogIn, visibleTo } from '../../log/read-log.ts'
import { firstId } from '../../paging.ts'
import { notePull } from '../devices/devices.queries.ts'
import { requireDevice } from '../devices/require-device.ts'
import { named, pageOf, type RecordRow } from '../records/record-kinds.ts'
import { kinds, type Kind } from '../records/records.contract.ts'
import { changedSubjects, isSweeping } from './changed-subjects.ts'
import { permissionsVersion, readCursor, startAfresh, writeCursor, type SyncCursor } from './cursor.ts'
import * as contracts from './pull.contract.ts'
import { epochNow, hidden } from './pull.queries.ts'

interface Change {
  kind: Kind
  id: string
  version: number
  deleted: boolean
  record: Record<string, unknown> | null
}
interface Page {
  changes: Change[]
  next: Omit<SyncCursor, 'at'>
  more: boolean
}

/** A pull returns the state of each record, not operations on it, so reading a page twice or two overlapping pages does no harm. */
export const pullChanges = implement(contracts.pullChanges, {
  async handle(ctx, { cursor: text, limit, device }) {
    if (device) await requireDevice(ctx, device)
    const cursor = text === undefined ? await begin(ctx) : await readCursor(ctx, text)
    const page = cursor.snapshot ? await readSnapshot(ctx, cursor, cursor.snapshot, limit) : await readChanges(ctx, cursor, limit)
    return {
      changes: page.changes,
      checksum: checksumOf(page.changes),
      cursor: writeCursor(ctx, { ...page.next, at: ctx.clock.now().getTime() }),
      more: page.more,
      snapshot: cursor.snapshot !== null,
      seq: page.next.seq,
    }
  },
  async after(ctx, { device }, { seq }) {
    const now = ctx.clock.now()
    if (device) await ctx.transaction('write', ({ tx }) => tx.rows(notePull, { org: ctx.org, id: device, seq, now }))
  },
})

const checksumOf = (changes: readonly Change[]): string => {
  const lines = changes.map(({ kind, id, version, deleted }) => `${kind} ${id} ${version} ${deleted ? 'deleted' : 'kept'}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/** Reads the log head before the first record, so whatever changes while a device reads is delivered again afterwards. */
async function begin(ctx: Context): Promise<SyncCursor> {
  const now = ctx.clock.now().getTime()
  const [{ epoch }, seq, permissions] = await Promise.all([
    ctx.tx.one(epochNow, {}),
    logHeadIn(ctx.tx, ctx.org),
    permissionsVersion(ctx, now),
  ])
  return { epoch, seq, since: now, permissions, at: now, snapshot: { kind: 0, after: firstId } }
}

const toChange = (kind: Kind, { id, version, record }: RecordRow): Change => ({ kind, id, version, deleted: false, record })

async function readSnapshot(ctx: Context, cursor: SyncCursor, from: { kind: number; after: string }, limit: number): Promise<Page> {
  const changes: Change[] = []
  let { kind: at, after } = from
  for (; at < kinds.length && changes.length < limit; at++, after = firstId) {
    const kind = kinds[at]!
    const wanted = limit - changes.length
    const rows = await ctx.tx.rows(pageOf[kind], { org: ctx.org, dangling: true, after, limit: wanted })
    changes.push(...rows.map((row) => toChange(kind, row)))
    const last = rows.at(-1)
    if (last && rows.length === wanted) return { changes, next: { ...cursor, snapshot: { kind: at, after: last.id } }, more: true }
  }
  return { changes, next: { ...cursor, snapshot: null }, more: true }
}

async function readChanges(ctx: Context, cursor: SyncCursor, limit: number): Promise<Page> {
  const [{ events, lost }, unseen] = await Promise.all([readLogIn(ctx.tx, ctx.org, cursor.seq, limit), ctx.tx.rows(hidden, {})])
  if (lost) throw startAfresh('The log no longer reaches back that far.', 'expired')
  // A deleted project is visible to nobody, and neither is its last event, so its contents disappear through a fresh start.
  if (events.some(isSweeping)) throw startAfresh('More has changed at once than is told one by one.', 'sweeping')
  const hiddenProjects = new Set(unseen.map(({ id }) => id))
  const subjects = new Map<string, { kind: Kind; id: string }>()
  for (const event of events.filter((one) => visibleTo(userOf(ctx), hiddenProjects, one))) {
    for (const one of changedSubjects(event)) subjects.set(`${one.kind} ${one.id}`, one)
  }
  const changes: Change[] = []
  for (const kind of kinds) {
    const ids = [...subjects.values()].filter((one) => one.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    const rows = new Map((await ctx.tx.rows(named[kind], { org: ctx.org, dangling: true, ids })).map((row) => [row.id, row]))
    for (const id of ids) {
      const row = rows.get(id)
      changes.push(row ? toChange(kind, row) : { kind, id, version: 0, deleted: true, record: null })
    }
  }
  const seq = events.at(-1)?.seq ?? cursor.seq
  return { changes, next: { ...cursor, seq }, more: events.length === limit }
}
