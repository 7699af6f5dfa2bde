import type { Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { rateLimited } from '../../platform/telemetry.ts'
import { openConnections } from '../../platform/vitals.ts'

/** Limits the open connections of one kind per user on this node. Counts aren't shared: each node limits what it holds itself. */
export class OpenPerUser {
  readonly #kind: string
  readonly #max: number
  readonly #open = new Map<string, number>()

  constructor(kind: string, max: number) {
    this.#kind = kind
    this.#max = max
  }

  /** Throws while a refusal can still be sent as the response. */
  requireRoom({ user }: Principal): void {
    if ((this.#open.get(String(user)) ?? 0) < this.#max) return
    rateLimited.inc({ kind: 'connections' })
    throw new Refusal('rate_limited', `You have ${this.#max} of these connections open here. Close some and try again.`, {
      retry_after: 60,
    })
  }

  /** Returns a function that removes it again. */
  add({ user }: Principal): () => void {
    this.#count(String(user), 1)
    return () => this.#count(String(user), -1)
  }

  #count(user: string, by: number): void {
    openConnections.inc({ kind: this.#kind }, by)
    const open = (this.#open.get(user) ?? 0) + by
    if (open > 0) this.#open.set(user, open)
    else this.#open.delete(user)
  }
}
