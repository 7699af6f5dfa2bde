import { Bulkhead } from '../platform/bulkhead.ts'
import type { Config } from '../platform/config.ts'
import type { Principal } from './context.ts'
import { Refusal } from './errors.ts'
import type { Operation } from './operation.ts'

const short = { patience: 1_000, maxWaiting: 20 }

/** Limits how many heavy operations one user, one organization and this node run at once. */
export class HeavyWork {
  readonly #users: Bulkhead
  readonly #organizations: Bulkhead
  readonly #node: Bulkhead

  constructor({ HEAVY_PER_USER, HEAVY_PER_ORGANIZATION, HEAVY_PER_NODE }: Config) {
    this.#users = new Bulkhead('heavy work of a user', HEAVY_PER_USER, short)
    this.#organizations = new Bulkhead('heavy work of an organization', HEAVY_PER_ORGANIZATION, short)
    this.#node = new Bulkhead('heavy work of the node', HEAVY_PER_NODE, short)
  }

  async run<T>({ contract }: Operation, { user, organization }: Principal, work: () => Promise<T>): Promise<T> {
    if (!contract.heavy) return work()
    const leaving: (() => void)[] = []
    const enter = async (bulkhead: Bulkhead, key: string | null | undefined, refusal: () => Refusal) => {
      if (key) leaving.push(await bulkhead.enter(key).catch(() => Promise.reject(refusal())))
    }
    try {
      await enter(this.#users, user, tooMuchOfYours)
      await enter(this.#organizations, organization?.id, tooMuchHere)
      await enter(this.#node, 'node', tooMuchHere)
      return await work()
    } finally {
      for (const leave of leaving) leave()
    }
  }
}

const tooMuchOfYours = () =>
  new Refusal('rate_limited', 'You are running as many large operations as one user may. Wait for one to end, then try again.', {
    retry_after: 2,
  })
const tooMuchHere = () =>
  new Refusal('unavailable', 'Much large work is running here right now. Try again in a few seconds.', { retry_after: 5 })
