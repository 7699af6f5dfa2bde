import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { InputOf, Operations, OutputOf } from '../../../capabilities/operations.ts'
import { kinds, type Kind } from '../../../capabilities/sync/records/records.contract.ts'
import { authorize } from '../../../kernel/authorize.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import { harmlessType, looksLikePicture } from '../../../platform/file-type.ts'
import { withoutMetadata } from '../../../platform/pictures.ts'
import { OpenPerUser } from '../../shared/open-per-user.ts'
import type { Limits } from '../../shared/limits.ts'
import type { RawRoute } from '../../shared/raw-route.ts'
import { callOf, type WhoCalls } from '../caller.ts'
import { pictureWork } from '../picture-work.ts'
import { format, formatVersion, readLines, type Line, type Lines } from './import-lines.ts'

interface Deps {
  kernel: Kernel
  operations: Operations
  limits: Limits
  callerOf: WhoCalls
}

const largest = { bytes: 64 * 1024 * 1024, records: 200_000 }
const batchSize = 100

const Counts = z.partialRecord(z.enum(kinds), z.int())
const ImportResult = z.object({
  dry_run: z.boolean(),
  /** How many records of each kind the file has, and how many rows were stored that did not exist before. */
  records: Counts,
  stored: z.int(),
  /** Slugs and keys that projects here already have: if there are any, nothing is imported. */
  taken: z.array(z.string()),
  unknown_people: z.array(z.string()),
})

const exportAll: RawRoute = {
  method: 'GET',
  path: '/api/sync/export',
  operationId: 'exportOrganization',
  area: 'sync',
  summary:
    'Everything you can see in the organization as one file of JSON lines; requires a login within the last five minutes, once an hour',
  query: { attachments: { type: 'boolean', default: true, description: 'With the bytes of attachments' } },
  answers: { 200: { description: 'The file: a head, then a record on each line', content: { 'application/jsonl': { type: 'string' } } } },
}
const importAll: RawRoute = {
  method: 'POST',
  path: '/api/sync/import',
  operationId: 'importOrganization',
  area: 'sync',
  summary: 'Import an export of at most 64 MiB, sent as the request body; sent again, it stores only what is missing',
  query: { dry_run: { type: 'boolean', default: false, description: 'Only say what would be imported' } },
  body: { 'application/jsonl': null },
  answers: { 200: { description: 'What was imported', content: { 'application/json': ImportResult } } },
}
export const syncFileRoutes = [exportAll, importAll]

const yes = (value: unknown, otherwise: boolean): boolean => {
  if (value === undefined) return otherwise
  if (value === 'true' || value === 'false') return value === 'true'
  throw new Refusal('invalid', 'Say true or false.')
}

/** Exports and imports everything as one file in the same format: what is exported here can be imported elsewhere. */
export function mountSyncFiles(app: FastifyInstance, { kernel, operations, limits, callerOf }: Deps): void {
  const start = operations.get('startExport')
  const read = operations.get('readExport')
  const check = operations.get('checkImport')
  const store = operations.get('importRecords')
  const { attachments } = kernel.services
  const open = new OpenPerUser('transfer', 1)

  app.get(exportAll.path, async (request, reply) => {
    const principal = await callerOf(request)
    limits.requireOperation(principal, request.client, 'write')
    const wanted = yes((request.query as { attachments?: string }).attachments, true)
    open.requireRoom(principal)
    reply.raw.once('close', open.add(principal))
    const started = await execute(kernel, start, principal, { attachments: wanted }, { ...callOf(request), idempotencyKey: undefined })
    const page = (cursor: string | null) =>
      execute(kernel, read, principal, { export: started.id, ...(cursor && { cursor }) }, { ...callOf(request), idempotencyKey: undefined })
    async function* lines() {
      yield `${JSON.stringify({ format, version: formatVersion, exported_at: started.created_at })}\n`
      for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
        const { records, next_cursor }: OutputOf<'readExport'> = await page(cursor)
        for (const { kind, id, version, record, file } of records) {
          yield `${JSON.stringify({ kind, id, version, ...record, ...(file && { bytes: await contentOf(file) }) })}\n`
        }
        cursor = next_cursor
      }
      // A file without this line is incomplete.
      yield `${JSON.stringify({ end: true })}\n`
    }
    const day = started.created_at.slice(0, 10)
    return reply
      .type('application/jsonl; charset=utf-8')
      .header('content-disposition', `attachment; filename="baton-${day}.jsonl"`)
      .send(Readable.from(lines()))
  })

  const contentOf = async (file: string): Promise<string | null> => {
    const found = await attachments.get(file)
    return found ? (await buffer(found.content)).toString('base64') : null
  }

  app.register(async (routes) => {
    routes.decorateRequest('principal')
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', (_request, body, done) => done(null, body))
    routes.addHook('onRequest', async (request) => {
      request.principal = await callerOf(request)
      limits.requireOperation(request.principal, request.client, 'write')
      authorize(store.contract, request.principal, kernel.clock.now())
      open.requireRoom(request.principal)
    })
    routes.post(importAll.path, async (request, reply) => {
      const dryRun = yes((request.query as { dry_run?: string }).dry_run, false)
      const lines = await readLines(request.raw, largest)
      // Another import may have started while the body was being received.
      open.requireRoom(request.principal)
      reply.raw.once('close', open.add(request.principal))
      const call = { ...callOf(request), idempotencyKey: undefined }
      const { taken, unknown_people } = await execute(kernel, check, request.principal, namesIn(lines), call)
      const records = Object.fromEntries([...lines].filter(([, all]) => all.length > 0).map(([kind, all]) => [kind, all.length]))
      if (dryRun) return reply.send({ dry_run: true, records, stored: 0, taken, unknown_people })
      if (taken.length > 0) {
        throw new Refusal('conflict', 'Projects here have the slugs or keys of this file already. Import it into an empty organization.', {
          taken,
        })
      }
      let stored = 0
      for (const relate of [false, true]) {
        for (const batch of batchesOf(lines)) {
          const given = relate ? batch.map(withoutBytes) : await Promise.all(batch.map((line) => keepFile(request, line)))
          stored += (await execute(kernel, store, request.principal, { relate, records: given }, call)).stored
        }
      }
      return reply.send({ dry_run: false, records, stored, taken, unknown_people })
    })
  })

  /** The bytes of an attachment are stored before the row that names them; files that no row names are removed a day later. */
  async function keepFile(request: FastifyRequest, line: Line): Promise<Batch[number]> {
    const given = withoutBytes(line)
    if (line.kind !== 'attachment') return given
    const bytes = Buffer.from(typeof line['bytes'] === 'string' ? line['bytes'] : '', 'base64')
    const picture = looksLikePicture(bytes) ? await pictureWork(request.principal, () => withoutMetadata(bytes)) : null
    const { bytes: kept, type } = picture ?? { bytes, type: harmlessType(bytes) }
    const file = await attachments.put(kept)
    return { ...given, record: { ...given.record, file, size: kept.length, content_type: type } }
  }
}

type Batch = InputOf<'importRecords'>['records']

const withoutBytes = ({ kind, id, version, bytes: _, ...record }: Line): Batch[number] => ({ kind, id, version, record })

function* batchesOf(lines: Lines): Generator<Line[]> {
  for (const all of lines.values()) for (let at = 0; at < all.length; at += batchSize) yield all.slice(at, at + batchSize)
}

const named = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '')

function namesIn(lines: Lines): InputOf<'checkImport'> {
  const of = (kind: Kind) => lines.get(kind) ?? []
  const people = of('item').flatMap((line) => (typeof line['assignee'] === 'string' ? [line['assignee'].slice(0, 100)] : []))
  return {
    projects: of('project').map((line) => ({ id: line.id, slug: named(line['slug']), key: named(line['key']) })),
    people: [...new Set(people)].slice(0, 5000),
  }
}
