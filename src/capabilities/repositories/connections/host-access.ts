import type { TxContext } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { type Access, HostFailure } from '../../../platform/code-host/code-host.ts'
import { wayIn } from './connections.queries.ts'

/** The context that the secret box binds a sealed token to. */
export const tokenPlace = (org: string | null, connection: string): string => `code_connection:${org}:${connection}`
export const verifierPlace = (org: string, state: string): string => `code_host_login:${org}:${state}`

/** How this repository is reached; null if its connection has ended. */
export async function accessTo(ctx: TxContext, repository: { id: string; host_id: number }): Promise<Access | null> {
  const way = await ctx.tx.row(wayIn, { org: ctx.org, repository: repository.id })
  if (!way) return null
  if (way.kind === 'app') return { kind: 'app', installation: Number(way.installation_id), repository: Number(repository.host_id) }
  return { kind: 'token', token: ctx.services.secretBox.open(way.token as Buffer, tokenPlace(ctx.org, way.id)) }
}

/** The host's answer or refusal. Requested before the transaction but reported inside it, so that a retried call gets its first answer. */
export type Outcome<T> = { value: T } | { failure: HostFailure }

export async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof HostFailure) return { failure: error }
    throw error
  }
}

const codes = {
  not_set_up: 'conflict',
  no_access: 'conflict',
  not_found: 'conflict',
  refused: 'conflict',
  rate_limited: 'unavailable',
  unavailable: 'unavailable',
} as const

export function hostRefusal({ problem, message }: HostFailure): Refusal {
  const code = codes[problem]
  return new Refusal(code, message, { reason: `host_${problem}`, ...(code === 'unavailable' && { retry_after: 60 }) })
}

export function valueOf<T>(outcome: Outcome<T>): T {
  if ('failure' in outcome) throw hostRefusal(outcome.failure)
  return outcome.value
}
