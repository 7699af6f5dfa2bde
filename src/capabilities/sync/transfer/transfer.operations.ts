import { userOf, type Context } from '../../../kernel/context.ts'
import { notFound, Refusal } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/operation.ts'
import { newId } from '../../../platform/ids.ts'
import { decodeCursor, encodeCursor, firstId } from '../../paging.ts'
import { pageOf, type RecordRow } from '../records/record-kinds.ts'
import { kinds, type Kind } from '../records/records.contract.ts'
import { nextExportAt } from './export-limit.ts'
import { statements } from './import-statements.ts'
import { requireAllowedSkill, keepTextReferences } from './imported-texts.ts'
import { checkTexts, mapId, parseRecord, type Row } from './imported-record.ts'
import * as contracts from './sync-transfer.contract.ts'
import { exportStarted, recordsImported } from './sync-transfer.events.ts'
import * as queries from './transfer.queries.ts'

const freshLogin = 5 * 60_000
const exportLasts = 60 * 60_000
const pageSize = 200

export const startExport = implement(contracts.startExport, async (ctx, { attachments }) => {
  const user = userOf(ctx)
  const now = ctx.clock.now()
  const proven = ctx.principal.authenticatedAt?.getTime() ?? 0
  if (now.getTime() - proven > freshLogin) {
    throw new Refusal('needs_person', 'An export needs a login of the last five minutes. Log in again and repeat it.')
  }
  await ctx.tx.rows(queries.lockExports, { user })
  const next = await nextExportAt(ctx)
  if (next) {
    const wait = Math.ceil((next.getTime() - now.getTime()) / 1000)
    throw new Refusal('rate_limited', 'You have exported this organization within the hour. Use that file, or try again later.', {
      retry_after: wait,
    })
  }
  const started = await ctx.tx.one(queries.insertExport, { org: ctx.org, id: newId(), user, attachments, now })
  ctx.emit(exportStarted, { export: { id: started.id, attachments }, user_id: user })
  ctx.target(started.id)
  return started
})

export const readExport = implement(contracts.readExport, async (ctx, { export: id, cursor }) => {
  const started = await ctx.tx.row(queries.exportById, { org: ctx.org, id })
  const fresh = started && ctx.clock.now().getTime() - Date.parse(started.created_at) <= exportLasts
  if (!fresh) throw notFound('export', id, 'Begin another one.')
  let [at, after] = decodeCursor(cursor, ['number', 'id'] as const) ?? [0, firstId]
  const records: (RecordRow & { kind: Kind })[] = []
  for (; at < kinds.length; at++, after = firstId) {
    const kind = kinds[at]!
    if (kind === 'attachment' && !started.attachments) continue
    const wanted = pageSize - records.length
    const rows = await ctx.tx.rows(pageOf[kind], { org: ctx.org, dangling: false, after, limit: wanted })
    records.push(...rows.map((row) => ({ ...row, kind })))
    const last = rows.at(-1)
    if (last && rows.length === wanted) return { records, next_cursor: encodeCursor([at, last.id]) }
  }
  return { records, next_cursor: null }
})

export const checkImport = implement(contracts.checkImport, async (ctx, { projects, people }) => {
  const slugs = projects.map(({ slug }) => slug)
  const keys = projects.map(({ key }) => key)
  const own = new Set(projects.map(({ id }) => mapId(ctx.org, id)))
  const [found, members] = await Promise.all([
    ctx.tx.rows(queries.takenBy, { org: ctx.org, slugs, keys }),
    ctx.tx.rows(queries.membersNamed, { org: ctx.org, handles: people }),
  ])
  const others = found.filter(({ id }) => !own.has(id))
  const known = new Set(members.map(({ handle }) => handle))
  return {
    taken: [
      ...new Set(
        others.flatMap(({ slug, key, live }) => [...(live && slugs.includes(slug) ? [slug] : []), ...(keys.includes(key) ? [key] : [])]),
      ),
    ],
    unknown_people: people.filter((handle) => !known.has(handle)),
  }
})

export const importRecords = implement(contracts.importRecords, async (ctx, { relate, records }) => {
  checkTexts(records)
  let stored = 0
  for (const kind of kinds) {
    const rows = records
      .filter((one) => one.kind === kind)
      .map(({ id, version, record }) => parseRecord(ctx.org, kind, { ...record, id, version }))
    if (rows.length === 0) continue
    stored += await (relate ? connectRecords : storeRecords)(ctx, kind, rows).catch((error: unknown) => refuse(error, kind))
  }
  ctx.emit(recordsImported, { stored })
  return { stored }
})

/** What already exists stays as it is, and so does what belongs to it. */
async function storeRecords(ctx: Context, kind: Kind, rows: readonly Row[]): Promise<number> {
  if (kind === 'skill') for (const row of rows) await requireAllowedSkill(ctx, row)
  const created = await ctx.tx.rows(statements[kind].store, valuesOf(ctx, rows))
  const ids = new Set(created.map(({ id }) => id))
  const added = rows.filter(({ id }) => ids.has(id))
  if (added.length === 0) return 0
  for (const statement of statements[kind].parts) await ctx.tx.rows(statement, valuesOf(ctx, added))
  await keepTextReferences(ctx, kind, added)
  return added.length
}

async function connectRecords(ctx: Context, kind: Kind, rows: readonly Row[]): Promise<number> {
  let stored = 0
  for (const statement of statements[kind].connect) stored += (await ctx.tx.row(statement, valuesOf(ctx, rows)))?.stored ?? 0
  return stored
}

const valuesOf = (ctx: Context, rows: readonly Row[]) => ({
  org: ctx.org,
  user: userOf(ctx),
  now: ctx.clock.now(),
  rows: JSON.stringify(rows),
})

/** Only a hand-edited file can violate a database constraint. */
function refuse(error: unknown, kind: Kind): never {
  const { code = '' } = error as { code?: string }
  if (!/^(22|23)...$/.test(code)) throw error
  const known = code === '23505' ? 'has a name or number that is taken here' : 'lacks a field, or has one with a value that is not allowed'
  throw new Refusal('invalid', `A record of the kind ${kind} ${known}. Export it again, or correct it in the file.`, { kind })
}
