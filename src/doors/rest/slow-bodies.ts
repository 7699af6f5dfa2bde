import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/errors.ts'

const lookEvery = 1_000
const grace = 10_000
const bytesPerSecond = 16 * 1024

/** How long a body of 5 MiB takes at the slowest rate that is accepted, and twenty seconds more. */
export const longestRequest = grace + ((5 * 1024 * 1024) / bytesPerSecond) * 1000 + 20_000

interface Receiving {
  reply: FastifyReply
  since: number
  before: number
}

/**
 * Aborts requests whose body trickles in. A fixed timeout would be too long for a login and too short for a picture on a slow line, so the
 * rate counts: after ten seconds, 16 KiB for every further second.
 */
export function cutSlowBodies(app: FastifyInstance): void {
  const receiving = new Map<FastifyRequest, Receiving>()
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { headers, socket } = request.raw
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      receiving.set(request, { reply, since: performance.now(), before: socket.bytesRead })
    }
    done()
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [request, one] of receiving) {
      if (request.raw.complete || request.raw.destroyed) receiving.delete(request)
      else if (isTooSlow(request, one, now)) {
        receiving.delete(request)
        cut(request, one.reply)
      }
    }
  }, lookEvery).unref()
  app.addHook('onClose', () => clearInterval(timer))
}

function isTooSlow({ raw }: FastifyRequest, { since, before }: Receiving, now: number): boolean {
  const beyondGrace = (now - since - grace) / 1000
  return beyondGrace > 0 && raw.socket.bytesRead - before < beyondGrace * bytesPerSecond
}

function cut({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) return void raw.destroy()
  reply.raw.once('finish', () => raw.destroy())
  void reply.header('connection', 'close').send(new Refusal('request_timeout', 'The body came too slowly. Send the request again.'))
}
