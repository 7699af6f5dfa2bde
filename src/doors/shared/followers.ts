import { unloggedChanges } from '../../kernel/events.ts'
import type { Kernel } from '../../kernel/execute.ts'
import type { Hints } from '../../platform/redis.ts'
import { followerLag } from '../../platform/vitals.ts'
import { Follower, type Follow } from './follower.ts'

const pollEvery = 1_000
/** However many nodes record tool calls, a client is told no more often. */
const tellChangesEvery = 1_000

/** The logs followed on this node. A hint makes it look at once; the poll makes a lost hint cost a second, not an event. */
export class Followers {
  readonly #kernel: Kernel
  readonly #hints: Hints
  readonly #followed = new Map<string, { follower: Follower; subscriptions: Set<Follow> }>()
  readonly #timer: NodeJS.Timeout
  /** By organization and change, while it was told a moment ago: whether there has been another since. */
  readonly #lately = new Map<string, boolean>()

  readonly #dropLag: () => void

  private constructor(kernel: Kernel, hints: Hints, door: string) {
    this.#kernel = kernel
    this.#hints = hints
    this.#dropLag = followerLag.add(() => [
      [{ door }, Math.max(0, ...[...this.#followed.values()].map(({ follower }) => follower.lag)) / 1000],
    ])
    this.#timer = setInterval(() => this.#poll(), pollEvery).unref()
  }

  static async start(kernel: Kernel, hints: Hints, door: string): Promise<Followers> {
    const followers = new Followers(kernel, hints, door)
    await hints.subscribe('news:*', (_, channel) => followers.#followed.get(channel.slice('news:'.length))?.follower.wake())
    await hints.subscribe('changes:*', (change, channel) => followers.#tellChange(channel.slice('changes:'.length), change))
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
    this.#dropLag()
    const all = [...this.#followed.values()]
    this.#followed.clear()
    await Promise.allSettled(all.map(({ follower }) => follower.settled()))
  }

  #tellChange(org: string, change: string): void {
    const followed = this.#followed.get(org)
    if (!followed) return
    const key = `${org} ${change}`
    if (this.#lately.has(key)) return void this.#lately.set(key, true)
    this.#lately.set(key, false)
    for (const one of followed.subscriptions) one.tellChange?.(change)
    const later = () => {
      const again = this.#lately.get(key)
      this.#lately.delete(key)
      if (again) this.#tellChange(org, change)
    }
    setTimeout(later, tellChangesEvery).unref()
  }

  #poll(): void {
    for (const [org, { follower }] of this.#followed) {
      follower.tellCursors()
      follower.wake()
      // Nothing says that these changed, so they may have.
      if (!this.#hints.ready) for (const change of unloggedChanges) this.#tellChange(org, change)
    }
  }
}
