import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const gzipped = promisify(gzip)
/** Below this the saving is less than a packet. */
const worthwhile = 1024
/** Beyond it a list of tasks grows little smaller and much slower. */
const level = 4

/** Sends an answer, compressed where its reader takes that and it is worth it. */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, text: string, may: boolean): Promise<void> {
  reply.type('application/json; charset=utf-8')
  const accepts = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (may) reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
  if (!may || !accepts || text.length < worthwhile) return void reply.send(text)
  const body = await gzipped(text, { level })
  reply.header('content-encoding', 'gzip').send(body)
}
