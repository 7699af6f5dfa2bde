import type { FastifyReply } from 'fastify'
import type { Principal } from '../../kernel/context.ts'

/** Up to which events the answer is complete at least: whoever follows the log from there misses nothing and reads nothing twice. */
export function tellPosition(reply: FastifyReply, { positions }: Principal): void {
  const known = Object.entries(positions ?? {}).flatMap(([log, seq]) => (seq === null ? [] : [`${log}=${seq}`]))
  if (known.length > 0) reply.header('baton-log-position', known.join(', '))
}
