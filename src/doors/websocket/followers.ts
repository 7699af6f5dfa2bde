import type { Kernel } from '../../kernel/execute.ts'
import type { Hints } from '../../platform/redis.ts'
import { followerLag } from '../../platform/vitals.ts'
import { Follower, type Follow } from './follower.ts'

const pollEvery = 1_000

/** The logs followed on this node. A hint makes it look at once; the poll makes a lost hint cost a second, not an event. */
export class Followers {
  readonly #kernel: Kernel
  readonly #followed = new Map<string, { follower: Follower; subscriptions: Set<Follow> }>()
  readonly #timer: NodeJS.Timeout

  readonly #forgetLag: () => void

  private constructor(kernel: Kernel, door: string) {
    this.#kernel = kernel
    this.#forgetLag = followerLag.add(() => [
      [{ door }, Math.max(0, ...[...this.#followed.values()].map(({ follower }) => follower.lag)) / 1000],
    ])
    this.#timer = setInterval(() => this.#poll(), pollEvery).unref()
  }

  static async start(kernel: Kernel, hints: Hints, door: string): Promise<Followers> {
    const followers = new Followers(kernel, door)
    await hints.subscribe('news:*', (_, channel) => followers.#followed.get(channel.slice('news:'.length))?.follower.wake())
    return followers
  }

  async add(subscription: Follow): Promise<void> {
    const { org } = subscription.target
    let followed = this.#followed.get(org)
    if (!followed) {
      const follower = new Follower(this.#kernel.database, org, (error) => this.#kernel.report(error, 'followLog'))
      this.#followed.set(org, (followed = { follower, subscriptions: new Set() }))
    }
    followed.subscriptions.add(subscription)
    await followed.follower.add(subscription)
  }

  remove(subscription: Follow): void {
    const { org } = subscription.target
    const followed = this.#followed.get(org)
    if (!followed?.subscriptions.delete(subscription)) return
    followed.follower.remove(subscription)
    if (followed.subscriptions.size === 0) this.#followed.delete(org)
  }

  /** Stops reading; waits for the reads under way. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#forgetLag()
    const all = [...this.#followed.values()]
    this.#followed.clear()
    await Promise.allSettled(all.map(({ follower }) => follower.settled()))
  }

  #poll(): void {
    for (const { follower } of this.#followed.values()) {
      follower.tellCursors()
      follower.wake()
    }
  }
}
