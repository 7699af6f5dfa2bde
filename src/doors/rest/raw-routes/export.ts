import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { toCsvLine } from '../../../capabilities/work/transfer/csv.ts'
import { columns, toCells } from '../../../capabilities/work/transfer/import-row.ts'
import type { Operations, OutputOf } from '../../../capabilities/operations.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import { OpenPerUser } from '../../shared/open-per-user.ts'
import { callOf, type WhoCalls } from '../caller.ts'
import type { Limits } from '../../shared/limits.ts'
import type { RawRoute } from '../../shared/raw-route.ts'

interface Deps {
  kernel: Kernel
  operations: Operations
  limits: Limits
  callerOf: WhoCalls
}

type Item = OutputOf<'exportItems'>['items'][number]

const formats = {
  csv: { type: 'text/csv; charset=utf-8; header=present', head: toCsvLine(columns), line: (item: Item) => toCsvLine(toCells(item)) },
  json: { type: 'application/jsonl; charset=utf-8', head: '', line: (item: Item) => `${JSON.stringify(item)}\n` },
}

export const exportRoute: RawRoute = {
  method: 'GET',
  path: '/api/projects/:slug/export',
  operationId: 'exportProject',
  area: 'work',
  summary: 'Export the items of a project as a file',
  query: { format: { type: 'string', enum: ['csv', 'json'], default: 'csv', description: 'json is one item on each line' } },
  answers: {
    200: { description: 'The file', content: { 'text/csv': { type: 'string' }, 'application/jsonl': { type: 'string' } } },
  },
}

/** Streams a project's items as a file, page by page as the client reads it: never more than one page is held in memory. */
export function mountExport(app: FastifyInstance, { kernel, operations, limits, callerOf }: Deps): void {
  const exportItems = operations.get('exportItems')
  // Each page is a short read, so only the number of concurrent exports is limited, not how long a slow client takes to read one.
  const open = new OpenPerUser('export', kernel.services.config.HEAVY_PER_USER)
  app.get(exportRoute.path, async (request, reply) => {
    const principal = await callerOf(request)
    limits.requireOperation(principal, request.client, 'read')
    open.requireRoom(principal)
    reply.raw.once('close', open.add(principal))
    const { slug } = request.params as { slug: string }
    const { format = 'csv' } = request.query as { format?: string }
    const chosen = format === 'csv' || format === 'json' ? formats[format] : null
    if (!chosen) throw new Refusal('invalid', 'Choose format=csv, or format=json for one item on each line.')
    const read = (cursor?: string | null) =>
      execute(kernel, exportItems, principal, { project: slug, ...(cursor && { cursor }) }, callOf(request))
    // The first page is read before anything is sent, so that a missing project is a 404 and not an empty file.
    const first = await read()
    async function* pages() {
      yield chosen?.head ?? ''
      for (let page = first; ; page = await read(page.next_cursor)) {
        yield page.items.map((item) => chosen?.line(item) ?? '').join('')
        if (page.next_cursor === null) return
      }
    }
    const name = `${slug.replace(/[^\w-]/g, '')}.${format === 'csv' ? 'csv' : 'jsonl'}`
    return reply.type(chosen.type).header('content-disposition', `attachment; filename="${name}"`).send(Readable.from(pages()))
  })
}
