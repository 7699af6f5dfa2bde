import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A document that is the same for everybody, compressed once at start. */
export interface StaticFile {
  type: string
  body: Buffer
  zipped: Buffer | undefined
  etag: string
}

export function staticFile(type: string, content: string | Buffer): StaticFile {
  const body = Buffer.from(content)
  const packed = type === 'font/woff2'
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { type, body, zipped: packed ? undefined : gzipSync(body), etag }
}

/** Whoever has this version already gets 304 and no body. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, { type, body, zipped, etag }: StaticFile): FastifyReply {
  reply.type(type).header('vary', 'accept-encoding').header('etag', etag)
  const known = request.headers['if-none-match']
  if (known?.split(',').some((tag) => tag.trim() === etag)) return reply.code(304).send()
  if (!zipped || !/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(body)
  return reply.header('content-encoding', 'gzip').send(zipped)
}
