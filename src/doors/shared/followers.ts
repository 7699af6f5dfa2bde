import { organizationsMoved } from '../../capabilities/log/read-log.ts'
import { unloggedChanges } from '../../kernel/events.ts'
import type { Kernel } from '../../kernel/execute.ts'
import type { AgentCalls } from '../../platform/agent-calls.ts'
import type { Hints } from '../../platform/redis.ts'
import { trustIn } from '../../platform/trust-hints.ts'
import { followerLag } from '../../platform/vitals.ts'
import { Follower, type Follow } from './follower.ts'

const tickEvery = 1_000
/** With Redis, this only finds logs whose hint was lost. */
const lookEvery = 10_000
const maxPerLook = 5_000
/** A client is told at most this often, however many nodes record tool calls. */
const tellChangesEvery = 1_000

/** What clients are told next. Without `calls` it isn't known which agents called, and clients read all of them again. */
interface Later {
  calls: Map<string, AgentCalls> | undefined
}

function joined(before: Later | null, calls: readonly AgentCalls[] | undefined): Later {
  if (!calls || (before && !before.calls)) return { calls: undefined }
  const all = new Map(before?.calls)
  for (const one of calls) all.set(one.agent_id, { ...one, calls: one.calls + (all.get(one.agent_id)?.calls ?? 0) })
  return { calls: all }
}

function splitAtFirst(message: string): [string, AgentCalls[] | undefined] {
  const at = message.indexOf(' ')
  return at < 0 ? [message, undefined] : [message.slice(0, at), JSON.parse(message.slice(at + 1)) as AgentCalls[]]
}

/**
 * The logs that this node follows, for all its doors. A hint makes it read a log at once. One query over the heads of all followed logs finds
 * those whose hint was lost: every second without Redis, every ten with it. Logs without news are not read.
 */
export class Followers {
  readonly #kernel: Kernel
  readonly #hints: Hints
  readonly #followed = new Map<string, { follower: Follower; subscriptions: Set<Follow> }>()
  readonly #timer: NodeJS.Timeout
  /** By organization and change, for a moment after it was told: what has arrived since, if anything. */
  readonly #lately = new Map<string, Later | null>()
  readonly #dropLag: () => void
  readonly #trusted: () => boolean
  #nextLook = 0
  #looking: Promise<void> | null = null

  private constructor(kernel: Kernel, hints: Hints) {
    this.#kernel = kernel
    this.#hints = hints
    this.#trusted = trustIn(hints)
    const slowest = () => Math.max(0, ...[...this.#followed.values()].map(({ follower }) => follower.lag)) / 1000
    this.#dropLag = followerLag.add(() => [[{}, slowest()]])
    this.#timer = setInterval(() => this.#tick(), tickEvery).unref()
  }

  static async start(kernel: Kernel, hints: Hints): Promise<Followers> {
    const followers = new Followers(kernel, hints)
    await hints.subscribe('news:*', (_, channel) => followers.#followed.get(channel.slice('news:'.length))?.follower.wake())
    await hints.subscribe('changes:*', (message, channel) => {
      const [change, calls] = splitAtFirst(message)
      followers.#tellChange(channel.slice('changes:'.length), change, calls)
    })
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
    await Promise.allSettled([this.#looking, ...all.map(({ follower }) => follower.settled())])
  }

  #tellChange(org: string, change: string, calls?: readonly AgentCalls[]): void {
    const followed = this.#followed.get(org)
    if (!followed) return
    const key = `${org} ${change}`
    const lately = this.#lately.get(key)
    if (lately !== undefined) return void this.#lately.set(key, joined(lately, calls))
    this.#lately.set(key, null)
    const { follower } = followed
    for (const one of followed.subscriptions) one.tellChange?.(change, calls, follower.hiddenFrom(one.target.user))
    const later = () => {
      const again = this.#lately.get(key)
      this.#lately.delete(key)
      if (again) this.#tellChange(org, change, again.calls && [...again.calls.values()])
    }
    setTimeout(later, tellChangesEvery).unref()
  }

  #tick(): void {
    const now = performance.now()
    const { ready } = this.#hints
    const trusted = this.#trusted()
    for (const [org, { follower }] of this.#followed) {
      follower.tellCursors()
      // Retries a read that failed.
      if (follower.lag > tickEvery) follower.wake()
      // Without hints, any of these may have changed unnoticed.
      if (!ready) for (const change of unloggedChanges) this.#tellChange(org, change)
    }
    if (this.#looking || (trusted && now < this.#nextLook)) return
    this.#nextLook = now + lookEvery
    this.#looking = this.#look()
      .catch((error: unknown) => this.#kernel.report(error, 'followLog'))
      .finally(() => (this.#looking = null))
  }

  async #look(): Promise<void> {
    const places = [...this.#followed].flatMap(([org, { follower }]) =>
      follower.position === null ? [] : [[org, follower.position] as const],
    )
    for (let from = 0; from < places.length; from += maxPerLook) {
      const moved = await organizationsMoved(this.#kernel.database, new Map(places.slice(from, from + maxPerLook)))
      for (const org of moved) this.#followed.get(org)?.follower.wake()
    }
  }
}
