import type { Operations } from '../../../capabilities/operations.ts'
import type { Principal } from '../../../kernel/context.ts'
import { authorize } from '../../../kernel/authorize.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { kinds } from '../resources/kinds.ts'

type Message = { method?: unknown; params?: { name?: unknown; uri?: unknown } } | null | undefined

/** The operation that a message is certain to run: that of its tool or of the resource it reads. */
type OperationOf = (message: Message) => Operation | undefined

export const operationsBehind =
  (tools: ReadonlyMap<string, Operation>, operations: Operations): OperationOf =>
  (message) => {
    if (message?.method === 'tools/call') return tools.get(String(message.params?.name))
    if (message?.method !== 'resources/read' && message?.method !== 'resources/subscribe') return undefined
    const kind = kinds.find(({ path }) => String(message.params?.uri).startsWith(`baton://${path}/`))
    return kind && operations.get(kind.operation)
  }

/**
 * A token without the required scope is refused at the HTTP level, so that the client can step up. It is told to request the scopes it
 * already has as well, because the new token replaces the old one.
 */
export function requireScopes(operationOf: OperationOf, principal: Principal, body: unknown, now: Date): void {
  if (!principal.scopes) return
  for (const message of (Array.isArray(body) ? body : [body]) as Message[]) {
    const operation = operationOf(message)
    if (!operation) continue
    try {
      authorize(operation.contract, principal, now)
    } catch (error) {
      const missing = error instanceof Refusal ? error.extra['scope'] : undefined
      // Any other refusal is left to the operation itself.
      if (!(error instanceof Refusal) || !missing) continue
      throw new Refusal(error.code, error.message, { scope: [...principal.scopes, missing].join(' ') })
    }
  }
}
