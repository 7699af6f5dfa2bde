import type { Principal } from '../../kernel/context.ts'
import { Refusal } from '../../kernel/errors.ts'
import { addressKey } from '../../platform/addresses.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { RateLimiter } from '../../platform/rate-limit.ts'
import { rateLimited } from '../../platform/telemetry.ts'

/** What a machine may send in a minute. */
const kibibytesOfMachine = 64 * 1024

/** Requests per minute: per token, four times that per user, and per address without a token. */
export class Limits {
  readonly #limiter: RateLimiter
  readonly #config: Config
  readonly #clock: Clock

  constructor(limiter: RateLimiter, config: Config, clock: Clock) {
    this.#limiter = limiter
    this.#config = config
    this.#clock = clock
  }

  requireOperation(principal: Principal, address: string, effect: 'read' | 'write'): void {
    if (!principal.user) return this.requireAnonymous(address)
    const max = effect === 'read' ? this.#config.READS_PER_MINUTE : this.#config.WRITES_PER_MINUTE
    this.#require('token', `${principal.credential.id}:${effect}`, max)
    // Impersonation counts against the impersonator's own quota.
    this.#require('user', `${principal.impersonator ?? principal.user}:${effect}`, max * 4)
  }

  requireAnonymous(address: string): void {
    this.#require('address', addressKey(address), this.#config.ANONYMOUS_PER_MINUTE)
  }

  /** For public reads and health checks: twenty times as many, so that clients behind a shared address don't notice the limit. */
  requireOpen(address: string): void {
    this.#require('open', addressKey(address), this.#config.ANONYMOUS_PER_MINUTE * 20)
  }

  /** A frame of a machine: twice as many as reads per token, because a run reports several times a second, and bytes besides. */
  requireFrame(machine: string, owner: string, bytes: number): void {
    const max = this.#config.READS_PER_MINUTE * 2
    this.#require('machine', machine, max)
    this.#require('machine_owner', owner, max * 4)
    this.#require('machine_bytes', machine, kibibytesOfMachine, Math.ceil(bytes / 1024))
  }

  #require(kind: string, key: string, max: number, weight = 1): void {
    const wait = this.#limiter.take(`${kind}:${key}`, max, this.#clock.now().getTime(), weight)
    if (wait === null) return
    rateLimited.inc({ kind })
    throw new Refusal('rate_limited', `Too many requests. Wait ${wait} seconds and try again.`, { retry_after: wait })
  }
}
