import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { logHead } from '../../../capabilities/log/read-log.ts'
import type { Principal } from '../../../kernel/context.ts'
import { Refusal } from '../../../kernel/errors.ts'
import type { Kernel } from '../../../kernel/execute.ts'
import type { Followers } from '../../shared/followers.ts'
import type { Caller } from '../caller.ts'
import type { EndpointScope } from '../endpoints/endpoint.ts'
import type { Readings } from './readings.ts'
import { addressOf } from './uris.ts'
import { Watch, type Listener } from './watch.ts'

export const maxSubscriptions = 100

interface Deps {
  kernel: Kernel
  followers: Followers
  readings: Readings
}

export type OpenLive = (principal: Principal, listener: Listener) => Live

/** The subscriptions of one stream; it starts to follow the log with the first thing it is asked to watch. */
export class Live {
  readonly #deps: Deps
  readonly #principal: Principal
  readonly #listener: Listener
  #watching: Promise<Watch> | undefined
  #closed = false

  constructor(deps: Deps, principal: Principal, listener: Listener) {
    this.#deps = deps
    this.#principal = principal
    this.#listener = listener
  }

  /** Follows the log before reading, so that no change falls in between; a caller who can't read the resource can't watch it. */
  async subscribe(uri: string, caller: Caller, place: EndpointScope | undefined): Promise<void> {
    const address = addressOf(uri)
    const watch = await this.#watch()
    const { id } = await this.#deps.readings.find(address, caller, place)
    if (!watch.has(uri) && watch.size >= maxSubscriptions) {
      const message = `A stream watches at most ${maxSubscriptions} resources. Unsubscribe one first.`
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message)
    }
    watch.add(uri, id)
  }

  async unsubscribe(uri: string): Promise<void> {
    const watch = await this.#watching
    watch?.remove(uri)
  }

  async watchList(): Promise<void> {
    const watch = await this.#watch()
    watch.watchList()
  }

  close(): void {
    this.#closed = true
    this.#watching?.then((watch) => this.#end(watch)).catch(() => {})
  }

  #watch(): Promise<Watch> {
    this.#watching ??= this.#begin().catch((error: unknown) => {
      this.#watching = undefined
      throw error
    })
    return this.#watching
  }

  async #begin(): Promise<Watch> {
    const { kernel, followers } = this.#deps
    const { user, organization } = this.#principal
    if (!user || !organization) throw new Refusal('forbidden', 'You are not a member of this organization.')
    const watch = new Watch(organization.id, user, this.#listener)
    watch.cursor = await logHead(kernel.database, organization.id)
    try {
      await followers.add(watch)
    } catch (error) {
      this.#end(watch)
      throw error
    }
    if (this.#closed) this.#end(watch)
    return watch
  }

  #end(watch: Watch): void {
    watch.end()
    this.#deps.followers.remove(watch)
  }
}
