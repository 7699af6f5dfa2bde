import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import type { Operation } from '../../kernel/operation.ts'
import { authenticateRest } from '../authenticate.ts'
import { assembler } from './input.ts'
import type { Limits } from './limits.ts'

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** One route for each `http` entry of each contract. */
export function mountOperations(app: FastifyInstance, kernel: Kernel, operations: Iterable<Operation>, limits: Limits): void {
  for (const operation of operations) {
    for (const route of operation.contract.http ?? []) {
      const assemble = assembler(operation.contract, route)
      const status = operation.contract.effect === 'create' ? 201 : 200
      app.route({
        method: route.method,
        url: route.path,
        handler: async (request, reply) => {
          const principal = await principalOf(kernel, limits, request)
          limits.requireOperation(principal, request.client, operation.contract.effect === 'read' ? 'read' : 'write')
          const input = assemble(request.params as Record<string, string>, request.query as Record<string, unknown>, request.body)
          const key = idempotencyKey(request)
          const result = await execute(kernel, operation, principal, input, {
            door: 'rest',
            idempotencyKey: key,
            address: request.client,
            device: header(request, 'user-agent')?.slice(0, 200),
          })
          reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(result))
        },
      })
    }
  }
}

/** Guessing credentials is as limited as having none. */
async function principalOf(kernel: Kernel, limits: Limits, request: FastifyRequest): Promise<Principal> {
  const authorization = header(request, 'authorization')
  try {
    return await authenticateRest(kernel, authorization, header(request, 'baton-organization'))
  } catch (error) {
    limits.requireAnonymous(request.client)
    throw error
  }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = header(request, 'idempotency-key')
  if (key === undefined) return undefined
  if (key.length >= 1 && key.length <= 255) return key
  throw new Refusal('invalid', 'Idempotency-Key must have 1 to 255 characters.')
}
