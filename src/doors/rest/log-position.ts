import type { FastifyReply } from 'fastify'
import type { Principal } from '../../kernel/context.ts'

/** Sends the log position up to which the response is complete, at least: a client that follows the log from there misses nothing. */
export function tellPosition(reply: FastifyReply, { positions }: Principal): void {
  const known = Object.entries(positions ?? {}).flatMap(([log, seq]) => (seq === null ? [] : [`${log}=${seq}`]))
  if (known.length > 0) reply.header('baton-log-position', known.join(', '))
}
