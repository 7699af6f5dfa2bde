import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { InputOf, Operations } from '../../../capabilities/operations.ts'
import { authorize } from '../../../kernel/authorize.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import { harmlessType, looksLikePicture } from '../../../platform/file-type.ts'
import { withoutMetadata } from '../../../platform/pictures.ts'
import { callOf, type WhoCalls } from '../caller.ts'
import { keepIfStored } from '../keep-if-stored.ts'
import type { Limits } from '../../shared/limits.ts'
import { pictureWork } from '../picture-work.ts'
import type { RawRoute } from '../../shared/raw-route.ts'
import { createAttachment } from '../../../capabilities/work/attachments/attachments.contract.ts'

interface Deps {
  kernel: Kernel
  operations: Operations
  limits: Limits
  callerOf: WhoCalls
}

const largest = 5 * 1024 * 1024

const upload = {
  method: 'POST',
  area: 'work',
  summary: 'Attach a file of at most 5 MiB, sent as the request body',
  query: { name: { type: 'string', description: 'The name of the file' } },
  required: ['name'],
  body: { '*/*': null },
  answers: { 201: { description: 'Attached', content: { 'application/json': createAttachment.output } } },
} as const
const attachToItem: RawRoute = { ...upload, path: '/api/items/:key/attachments', operationId: 'uploadAttachment' }
const attachToTask: RawRoute = { ...upload, path: '/api/tasks/:key/attachments', operationId: 'uploadTaskAttachment' }
const download: RawRoute = {
  method: 'GET',
  path: '/api/attachments/:id',
  operationId: 'downloadAttachment',
  area: 'work',
  summary: 'Download the file of an attachment',
  answers: { 200: { description: 'The file, with the content type it was stored with', content: { '*/*': null } } },
}
export const attachmentRoutes = [attachToItem, attachToTask, download]

/** The file is the request body, its name is `?name=`; the sender is authenticated before any of the body is read. */
export function mountAttachments(app: FastifyInstance, { kernel, operations, limits, callerOf }: Deps): void {
  const create = operations.get('createAttachment')
  const open = operations.get('openAttachment')
  const { attachments } = kernel.services

  app.register(async (routes) => {
    routes.decorateRequest('principal')
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) => done(null, body))
    routes.addHook('onRequest', async (request) => {
      request.principal = await callerOf(request)
      limits.requireOperation(request.principal, request.client, 'write')
      authorize(create.contract, request.principal, kernel.clock.now())
    })
    for (const { path } of [attachToItem, attachToTask]) {
      const kind = path === attachToTask.path ? ('task' as const) : undefined
      routes.post(path, async (request, reply) => {
        const { bytes, type } = await harmless(request)
        const { key } = request.params as { key: string }
        // The operation refuses a file without a name.
        const { name } = request.query as { name: string }
        const file = await attachments.put(bytes)
        const input = { item: key, kind, file, name, content_type: type, size: bytes.length }
        return reply.code(201).send(await keepIfStored(attachments, file, () => store(request, input)))
      })
    }
  })

  // Every upload is stored under a new name, so none is a repeat of another.
  const store = (request: FastifyRequest, input: InputOf<'createAttachment'>) =>
    execute(kernel, create, request.principal, input, { ...callOf(request), idempotencyKey: undefined })

  app.get(download.path, async (request, reply) => {
    const principal = await callerOf(request)
    limits.requireOperation(principal, request.client, 'read')
    const { id } = request.params as { id: string }
    const found = await execute(kernel, open, principal, { attachment: id }, callOf(request))
    const file = await attachments.get(found.file)
    if (!file) throw new Refusal('not_found', 'The file of this attachment is gone.')
    const shown = found.content_type.startsWith('image/')
    return reply
      .header('content-disposition', disposition(shown ? 'inline' : 'attachment', found.name))
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header('cache-control', 'private, no-store')
      .header('content-length', file.size)
      .type(found.content_type)
      .send(file.content)
  })
}

/** Ignores the declared content type. A picture is re-encoded, so that its metadata does not reveal who took it, and where. */
async function harmless({ body, principal }: FastifyRequest): Promise<{ bytes: Buffer; type: string }> {
  if (!Buffer.isBuffer(body) || body.length === 0) {
    throw new Refusal('invalid', 'Send the file as the body, of at most 5 MiB, and its name as ?name=.')
  }
  if (!looksLikePicture(body)) return { bytes: body, type: harmlessType(body) }
  const picture = await pictureWork(principal, () => withoutMetadata(body))
  if (!picture)
    throw new Refusal('invalid', 'This picture is damaged, has more than 25 megapixels or takes too long to read. Send another.')
  return picture
}

/** The name in plain ASCII for old clients, and exactly as it is for all others. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_')
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}
