import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, toRefusal } from '../../kernel/errors.ts'
import { FilesUnavailable } from '../../platform/files.ts'
import { forPeople, forPrograms, spellMessages, type Words } from './next-step.ts'

/** Every error of the web API is application/problem+json (RFC 9457) with a stable `code`; the request id is a header. */
export function sendProblem(reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = fromHttp(error) ?? fromFiles(error) ?? toRefusal(error)
  const { retry_after, resource_metadata, ...extra } = refusal.extra
  if (retry_after !== undefined) reply.header('retry-after', String(retry_after))
  const challenge = challengeOf(refusal.status, { resource_metadata, scope: extra['scope'] })
  if (challenge) reply.header('www-authenticate', challenge)
  return reply
    .code(refusal.status)
    .type('application/problem+json')
    .send(JSON.stringify(bodyOf(refusal, extra, wordsFor(reply.request))))
}

const bodyOf = ({ status, code, message }: Refusal, extra: Record<string, unknown>, words: Words): Record<string, unknown> => ({
  ...{ type: 'about:blank', title: code, status, code, detail: words(message) },
  ...(spellMessages(extra, words) as Record<string, unknown>),
})

/** The same as part of a larger response, where no header can say when to retry. */
export function problemBody(error: unknown, words: Words): Record<string, unknown> {
  const refusal = toRefusal(error)
  return bodyOf(refusal, refusal.extra, words)
}

/** Only a browser sends this header, for requests of our own pages, which show the message to a person. */
export const wordsFor = (request: FastifyRequest): Words => (request.headers['sec-fetch-site'] === 'same-origin' ? forPeople : forPrograms)

/** The challenge tells a client to get a token (401), or one with more scopes (403), and where it learns how (RFC 9728). */
function challengeOf(status: number, facts: Record<string, unknown>): string | null {
  if (status !== 401 && !(status === 403 && facts['scope'])) return null
  const said = { ...(status === 403 && { error: 'insufficient_scope' }), ...facts }
  const parts = Object.entries(said).filter(([, value]) => typeof value === 'string')
  return `Bearer ${parts.map(([name, value]) => `${name}="${value}"`).join(', ')}`.trim()
}

/** Errors of Fastify itself: a body that is not JSON, too large, or of another type. */
function fromHttp(error: unknown): Refusal | null {
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message?: string }
  if (error instanceof Refusal || !statusCode || statusCode >= 500 || !code?.startsWith('FST_')) return null
  return new Refusal(statusCode === 413 ? 'too_large' : 'invalid', `The request could not be read: ${message}`)
}

/** Files are stored and read only by doors, outside any operation. */
const fromFiles = (error: unknown): Refusal | null =>
  error instanceof FilesUnavailable
    ? new Refusal('unavailable', 'Files cannot be stored or read at the moment. Try again soon.', { retry_after: 5 })
    : null
