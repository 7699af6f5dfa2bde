import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A document that is the same for everyone, rendered and compressed on the first request, so that a node starts without that work. */
export interface StaticFile {
  type: string
  read(): { body: Buffer; zipped: Buffer | undefined; etag: string }
}

export function staticFile(type: string, write: () => string | Buffer): StaticFile {
  let file: ReturnType<StaticFile['read']> | undefined
  const make = () => {
    const body = Buffer.from(write())
    const packed = type === 'font/woff2' || type === 'image/png'
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    return { body, zipped: packed ? undefined : gzipSync(body), etag }
  }
  return { type, read: () => (file ??= make()) }
}

/** A client that already has this version gets 304 and no body. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, { type, read }: StaticFile): FastifyReply {
  const { body, zipped, etag } = read()
  reply.type(type).header('vary', 'accept-encoding').header('etag', etag)
  const known = request.headers['if-none-match']
  if (known?.split(',').some((tag) => tag.trim() === etag)) return reply.code(304).send()
  if (!zipped || !/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(body)
  return reply.header('content-encoding', 'gzip').send(zipped)
}
