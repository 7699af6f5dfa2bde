import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Operations } from '../../../capabilities/operations.ts'
import type { Contract } from '../../../kernel/contract.ts'
import { notFound } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import { invalidInput } from '../../../kernel/invalid-input.ts'
import type { Limits } from '../../shared/limits.ts'
import { spellMessages } from '../../shared/next-step.ts'
import { problemBody, wordsFor } from '../../shared/problem.ts'
import type { RawRoute } from '../../shared/raw-route.ts'
import { callOf, type WhoCalls } from '../caller.ts'
import { sendJson } from '../compress.ts'
import { tellPosition } from '../log-position.ts'

interface Deps {
  kernel: Kernel
  operations: Operations
  limits: Limits
  callerOf: WhoCalls
}

const maxReads = 20
/** A page load must not take every database connection. */
const maxAtOnce = 4
const Body = z.strictObject({
  reads: z
    .array(z.strictObject({ operation: z.string().min(1).max(64), input: z.record(z.string(), z.unknown()).default({}) }))
    .min(1)
    .max(maxReads),
})
const Answer = z.object({
  /** In the order of the reads: the answer, or the problem that a separate request would have returned. */
  answers: z.array(z.union([z.object({ answer: z.unknown() }), z.object({ problem: z.record(z.string(), z.unknown()) })])),
})

export const readsRoute: RawRoute = {
  method: 'POST',
  path: '/api/reads',
  operationId: 'readTogether',
  area: 'screens',
  summary: 'Several reads in one request: each runs the named operation as you, and counts like a separate request',
  body: { 'application/json': Body },
  answers: { 200: { description: 'The answers, in order', content: { 'application/json': Answer } } },
}

/** What can be read together: reads that have a path of their own, respond at once and contain no secret. */
const isRead = ({ effect, http, streams, session_cookie }: Contract): boolean =>
  effect === 'read' && http !== undefined && http.length > 0 && !streams && !session_cookie

/** A page opens with a dozen small reads: one request, authenticated once, costs less than twelve. */
export function mountReads(app: FastifyInstance, { kernel, operations, limits, callerOf }: Deps): void {
  app.post(readsRoute.path, async (request, reply) => {
    const principal = await callerOf(request)
    const parsed = Body.safeParse(request.body ?? {})
    if (!parsed.success) throw invalidInput(Body, parsed.error.issues)
    const words = wordsFor(request)
    const call = callOf(request)
    const one = async ({ operation: name, input }: (typeof parsed.data.reads)[number]) => {
      try {
        limits.requireOperation(principal, request.client, 'read')
        const operation = operations.get(name)
        if (!operation || !isRead(operation.contract)) throw notFound('read', name, 'The reference is at /api/reference.')
        return { answer: spellMessages(await execute(kernel, operation, principal, input, call), words) }
      } catch (error) {
        return { problem: problemBody(error, words) }
      }
    }
    const answers: Awaited<ReturnType<typeof one>>[] = []
    const waiting = parsed.data.reads.entries()
    const work = async () => {
      for (const [place, read] of waiting) answers[place] = await one(read)
    }
    await Promise.all(Array.from({ length: maxAtOnce }, work))
    tellPosition(reply, principal)
    await sendJson(request, reply.code(200), JSON.stringify({ answers }), true)
  })
}
