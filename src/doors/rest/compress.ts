import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const gzipped = promisify(gzip)
/** Below this the saving is less than a packet. */
const worthwhile = 1024
/** Higher levels make a list of tasks hardly smaller, but take much longer. */
const level = 4

/** Sends a JSON response, compressed if the operation allows it (`may`), the client accepts it and it is large enough. */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, text: string, may: boolean): Promise<void> {
  reply.type('application/json; charset=utf-8')
  const accepts = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (may) reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
  if (!may || !accepts || text.length < worthwhile) return void reply.send(text)
  const body = await gzipped(text, { level })
  reply.header('content-encoding', 'gzip').send(body)
}
