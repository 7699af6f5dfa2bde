import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Contract, Route } from '../../kernel/contract.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Answers } from './answers.ts'
import { sendJson } from './compress.ts'
import { tellPosition } from './log-position.ts'
import { callOf, type WhoCalls } from './caller.ts'
import { assembler } from '../shared/input-schema.ts'
import type { Limits } from '../shared/limits.ts'
import { spellMessages } from '../shared/next-step.ts'
import { wordsFor } from '../shared/problem.ts'
import { SessionCookie, hasRefreshToken, wantsCookie } from './session-cookie.ts'

/** One route for each `http` entry of each contract. */
export function mountOperations(
  app: FastifyInstance,
  kernel: Kernel,
  operations: Iterable<Operation>,
  limits: Limits,
  callerOf: WhoCalls,
  answers: Answers,
): void {
  const cookie = new SessionCookie(kernel.services.config)
  for (const operation of operations) {
    const { contract } = operation
    const status = contract.effect === 'create' ? 201 : 200
    for (const route of contract.http ?? []) {
      const read = reader(contract, route)
      app.route({
        method: route.method,
        url: route.path,
        ...(route.largest && { bodyLimit: route.largest }),
        handler: async (request, reply) => {
          const refresh = contract.session_cookie && cookie.read(request)
          const principal = await callerOf(request, contract.permission === 'anyone' ? undefined : refresh)
          limits.requireOperation(principal, request.client, contract.effect === 'read' ? 'read' : 'write')
          const input = read(request, refresh)
          if (contract.streams) answers.requireRoom(principal)
          const result = await execute(kernel, operation, principal, input, callOf(request))
          if (contract.streams) return answers.send(request, reply, principal, result as never, status)
          const answer = answerWith(cookie, request, reply, result, refresh)
          if (contract.effect === 'read') tellPosition(reply, principal)
          const text = JSON.stringify(spellMessages(answer, wordsFor(request)))
          // The response to a login or a new credential contains a secret, which is never compressed together with data that someone else chose.
          await sendJson(request, reply.code(status), text, contract.effect === 'read' && !contract.session_cookie)
        },
      })
    }
  }
}

/** Reads the input of a request; if it takes a refresh token, the one in the cookie is the default. */
function reader(contract: Contract, route: Route): (request: FastifyRequest, refresh: string | undefined) => unknown {
  const assemble = assembler(contract, route)
  const takesToken = contract.session_cookie && contract.permission === 'anyone'
  return (request, refresh) => {
    const input = assemble(request.params as Record<string, string>, request.query as Record<string, unknown>, request.body)
    return takesToken && refresh && typeof input === 'object' ? { refresh_token: refresh, ...input } : input
  }
}

/** A refresh token that came in a cookie is returned in a cookie; a login has to ask for that. */
function answerWith(cookie: SessionCookie, request: FastifyRequest, reply: FastifyReply, result: unknown, refresh?: string): unknown {
  if (hasRefreshToken(result)) return refresh || wantsCookie(request) ? cookie.keep(reply, result) : result
  if (refresh) cookie.clear(reply)
  return result
}
