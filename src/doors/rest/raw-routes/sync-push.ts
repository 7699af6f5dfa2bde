import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Operations } from '../../../capabilities/operations.ts'
import { AnsweredBefore, asMutation, problemOf } from '../../../capabilities/sync/push/as-mutation.ts'
import { versioned } from '../../../capabilities/sync/push/mergeable.ts'
import { PushBody, PushResult, type Mutation, type Outcome } from '../../../capabilities/sync/push/push.contract.ts'
import { gap } from '../../../capabilities/sync/push/push.operations.ts'
import { isSyncable } from '../../../capabilities/sync/push/syncable.ts'
import type { Call, Principal } from '../../../kernel/context.ts'
import { Refusal, toRefusal, type ErrorCode } from '../../../kernel/errors.ts'
import { execute, type Kernel } from '../../../kernel/execute.ts'
import { invalidInput } from '../../../kernel/invalid-input.ts'
import type { Limits } from '../../shared/limits.ts'
import type { Words } from '../../shared/next-step.ts'
import { wordsFor } from '../../shared/problem.ts'
import type { RawRoute } from '../../shared/raw-route.ts'
import { callOf, type WhoCalls } from '../caller.ts'

interface Deps {
  kernel: Kernel
  operations: Operations
  limits: Limits
  callerOf: WhoCalls
}

export const pushRoute: RawRoute = {
  method: 'POST',
  path: '/api/sync/push',
  operationId: 'pushChanges',
  area: 'sync',
  summary:
    'Push what was done on a device: each mutation is the operation it names, run as you, with one effect however often it is pushed',
  body: { 'application/json': PushBody },
  answers: { 200: { description: 'What became of each, in order', content: { 'application/json': PushResult } } },
}

type Result = Answer['results'][number]

/** Transient errors that say nothing about the mutation: it is pushed again and may then be accepted. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'rate_limited',
  'in_progress',
  'request_timeout',
  'internal',
  'unauthenticated',
])

/** Sync bypasses no check: `execute()` runs a mutation as its operation, with the permissions of whoever pushes it. */
export function mountSyncPush(app: FastifyInstance, { kernel, operations, limits, callerOf }: Deps): void {
  const readMutations = operations.get('readMutations')
  const rejectMutation = operations.get('rejectMutation')

  app.post(pushRoute.path, async (request, reply) => {
    const principal = await callerOf(request)
    limits.requireOperation(principal, request.client, 'read')
    const parsed = PushBody.safeParse(request.body ?? {})
    if (!parsed.success) throw invalidInput(PushBody, parsed.error.issues)
    const { device_id: device, mutations } = parsed.data
    const broken = mutations.find(({ mid }, place) => mid !== (mutations[0]?.mid ?? 0) + place)
    if (broken)
      throw new Refusal('conflict', 'The mutations of a push follow each other by mid, without leaving one out.', { mid: broken.mid })
    const call = { ...callOf(request), idempotencyKey: undefined }
    const push = new Pushing(device, principal, call, () => limits.requireOperation(principal, request.client, 'write'))
    const answer = await push.run(mutations)
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(spell(answer, wordsFor(request))))
  })

  class Pushing {
    readonly #device: string
    readonly #principal: Principal
    readonly #call: Call
    readonly #count: () => void
    #last = 0

    constructor(device: string, principal: Principal, call: Call, count: () => void) {
      this.#device = device
      this.#principal = principal
      this.#call = call
      this.#count = count
    }

    async run(mutations: readonly Mutation[]): Promise<Answer> {
      const before = await this.#read(mutations.map(({ mid }) => mid))
      this.#last = before.last_mid
      const [first] = mutations
      if (first && first.mid > this.#last + 1) throw gap(this.#last)
      const results: Result[] = []
      for (const mutation of mutations) {
        try {
          results.push(mutation.mid <= this.#last ? repeated(mutation, before.stored) : await this.#once(mutation))
        } catch (error) {
          const refusal = toRefusal(error)
          // No mutation of this push has a result yet, so the whole push is refused.
          if (results.length === 0) throw refusal
          const retry = refusal.extra['retry_after']
          const stopped = { mid: mutation.mid, error: problemOf(refusal), retry_after: typeof retry === 'number' ? Math.ceil(retry) : null }
          return { device_id: this.#device, last_mid: this.#last, results, stopped }
        }
      }
      return { device_id: this.#device, last_mid: this.#last, results }
    }

    #read(mids: number[]) {
      return execute(kernel, readMutations, this.#principal, { device: this.#device, mids }, this.#call)
    }

    async #once(mutation: Mutation): Promise<Result> {
      this.#count()
      const { mid } = mutation
      let outcome: Outcome | null = null
      try {
        await this.#execute(mutation, (stored) => (outcome = stored))
      } catch (error) {
        const refusal = toRefusal(error)
        if (refusal instanceof AnsweredBefore) return this.#answered(mutation)
        if (passing.has(refusal.code) || isGap(refusal)) throw refusal
        if (outcome === null) outcome = await this.#reject(mutation, refusal)
      }
      if (!outcome) return this.#answered(mutation)
      this.#last = mid
      return { mid, repeated: false, ...(outcome as Outcome) }
    }

    async #execute(mutation: Mutation, onOutcome: (outcome: Outcome) => void): Promise<void> {
      const operation = operations.get(mutation.operation)
      if (!operation || !isSyncable(mutation.operation, operation.contract)) {
        throw new Refusal('invalid', 'This operation cannot be pushed. Call it directly, while there is a connection.', {
          reason: 'not_syncable',
        })
      }
      const input = versioned(operation.name, operation.contract.input, mutation.input, mutation.base_version ?? null)
      const wrapped = asMutation(operation, { device: this.#device, digest: digestOf(mutation), mutation, onOutcome })
      await execute(kernel, wrapped, this.#principal, input, this.#call)
    }

    /** A rejection uses up its mid. If recording it fails, the mutation is evaluated again. */
    async #reject(mutation: Mutation, refusal: Refusal): Promise<Outcome> {
      const { mid, operation } = mutation
      const error = problemOf(refusal)
      const digest = digestOf(mutation).toString('hex')
      await execute(kernel, rejectMutation, this.#principal, { device: this.#device, mid, operation, digest, error }, this.#call)
      return { status: 'rejected', result: null, error }
    }

    async #answered(mutation: Mutation): Promise<Result> {
      const { last_mid, stored } = await this.#read([mutation.mid])
      this.#last = Math.max(this.#last, last_mid)
      return repeated(mutation, stored)
    }
  }
}

type Answer = z.output<typeof PushResult>
type Problem = NonNullable<Outcome['error']>

/** Stored messages name the next step by operation; programs are told its path, people are told in words. */
const spell = ({ results, stopped, ...rest }: Answer, words: Words): Answer => {
  const spelled = (error: Problem): Problem => ({ ...error, detail: words(error.detail) })
  return {
    ...rest,
    results: results.map((one) => (one.error ? { ...one, error: spelled(one.error) } : one)),
    ...(stopped && { stopped: { ...stopped, error: spelled(stopped.error) } }),
  }
}

const isGap = (refusal: Refusal): boolean => refusal.code === 'conflict' && 'expected' in refusal.extra

/** Identifies a mutation by its operation and input, ignoring whatever else a device sends along. */
const digestOf = ({ operation, input }: Mutation): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([operation, input]))
    .digest()

function repeated(mutation: Mutation, stored: readonly { mid: number; digest: string; outcome: Outcome }[]): Result {
  const { mid } = mutation
  const found = stored.find((one) => one.mid === mid)
  // It was answered so long ago that the result is gone; only that it was answered is certain.
  if (!found) return { mid, repeated: true, status: 'applied', result: null }
  if (found.digest !== digestOf(mutation).toString('hex')) {
    throw new Refusal('key_reused', 'This mid was used for another mutation. Register the device again if it has lost count.', { mid })
  }
  return { mid, repeated: true, ...found.outcome }
}
