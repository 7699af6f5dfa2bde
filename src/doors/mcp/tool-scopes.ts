import type { Principal } from '../../kernel/context.ts'
import { authorize } from '../../kernel/authorize.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Operation } from '../../kernel/operation.ts'

type Message = { method?: unknown; params?: { name?: unknown } } | null | undefined

/**
 * A token without the scope for a tool is refused by HTTP itself, so that the client can ask its person for more. It is told to
 * ask for what it has as well: a new token replaces the old one.
 */
export function requireScopes(tools: ReadonlyMap<string, Operation>, principal: Principal, body: unknown, now: Date): void {
  if (!principal.scopes) return
  for (const message of (Array.isArray(body) ? body : [body]) as Message[]) {
    const tool = message?.method === 'tools/call' ? tools.get(String(message.params?.name)) : undefined
    if (!tool) continue
    try {
      authorize(tool.contract, principal, now)
    } catch (error) {
      const missing = error instanceof Refusal ? error.extra['scope'] : undefined
      // What else stands against the call is the tool's own answer.
      if (!(error instanceof Refusal) || !missing) continue
      throw new Refusal(error.code, error.message, { scope: [...principal.scopes, missing].join(' ') })
    }
  }
}
