import type { Principal } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'

/** Streams belong to user and organization, so a token may be replaced by another of the same person's while one is open. */
export const ownerOf = ({ user, organization }: Principal): string => `${user} ${organization?.id}`

/** How many streams of one kind each owner has open here. */
export class PerOwner {
  readonly #most: number
  readonly #open = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Throws while the response can still be a refusal. */
  requireRoom(principal: Principal): void {
    if ((this.#open.get(ownerOf(principal)) ?? 0) < this.#most) return
    throw new Refusal('rate_limited', 'You have too many open streams here. Close some and try again.', { retry_after: 60 })
  }

  /** Returns how to take it out again. */
  add(principal: Principal): () => void {
    const owner = ownerOf(principal)
    this.#count(owner, 1)
    return () => this.#count(owner, -1)
  }

  #count(owner: string, by: number): void {
    const open = (this.#open.get(owner) ?? 0) + by
    if (open > 0) this.#open.set(owner, open)
    else this.#open.delete(owner)
  }
}
