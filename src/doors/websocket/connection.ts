import { WebSocket, type RawData } from 'ws'
import { logHead } from '../../capabilities/log/read-log.ts'
import type { Operations } from '../../capabilities/operations.ts'
import type { Principal } from '../../kernel/context.ts'
import { Refusal, toRefusal } from '../../kernel/errors.ts'
import { unloggedChanges } from '../../kernel/events.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import { origin, withOrigin } from '../../platform/origin.ts'
import { hear } from '../../platform/peer.ts'
import type { Limits } from '../shared/limits.ts'
import type { Followers } from '../shared/followers.ts'
import type { Sign } from '../../platform/presence.ts'
import { errorFrame, readFrame, type PresentRequest, type SubscribeRequest } from './frames.ts'
import { Subscription, type Outlet } from '../shared/subscription.ts'
import { Throttle } from './throttle.ts'

const maxQueued = 1024 * 1024
const enoughQueued = maxQueued / 4
const maxSubscriptions = 128
const byHub = { door: 'websocket' } as const

export interface ConnectionDeps {
  kernel: Kernel
  operations: Operations
  limits: Limits
  followers: Followers
}

/** Where somebody is shown to be. */
interface Place {
  project_id: string | null
  feature_id: string | null
  item_id?: string
}

/** One client: reads its frames, holds its subscriptions, and bounds what is queued for it. */
export class Connection implements Outlet {
  readonly #deps: ConnectionDeps
  readonly #socket: WebSocket
  readonly #principal: Principal
  readonly #address: string
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #throttle: Throttle
  readonly #origin = origin()
  #replays: Promise<void> = Promise.resolve()
  #leave: () => void

  constructor(deps: ConnectionDeps, socket: WebSocket, principal: Principal, address: string) {
    this.#deps = deps
    this.#socket = socket
    this.#principal = principal
    this.#address = address
    this.#throttle = new Throttle(socket)
    const browser = { kind: 'browser', end: () => socket.close(1011, 'This frame could not be processed. Connect again.') }
    this.#leave = this.#hold({ project_id: null, feature_id: null })
    hear(socket, browser, {
      message: (data: RawData, binary: boolean) => this.#admit(() => this.#receive(data, binary)),
      // The library answers pings by itself, so they are rate limited like any frame.
      ping: () => this.#admit(() => {}),
      close: () => {
        this.#subscriptions.forEach((subscription) => subscription.end())
        this.#leave()
      },
      // The library closes the socket with the right code.
      error: () => {},
    })
  }

  get congested(): boolean {
    return this.#socket.bufferedAmount > enoughQueued
  }

  send(frame: string | Buffer): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    this.#socket.send(frame, { binary: false })
    if (this.#socket.bufferedAmount > maxQueued) {
      this.#socket.close(1013, 'Too slow: more than 1 MiB is waiting. Connect again and resume with after.')
    }
  }

  /** A ping is sent after everything that is queued: once it is written, so is everything before it. */
  flushed(): Promise<void> {
    return new Promise((resolve) => this.#socket.ping(undefined, undefined, () => resolve()))
  }

  /** Every frame counts as a read. A client that keeps sending above the limit is slowed down and then disconnected. */
  #admit(receive: () => void): void {
    if (this.#throttle.closed) return
    try {
      this.#deps.limits.requireOperation(this.#principal, this.#address, 'read')
    } catch (error) {
      this.#refuse(error)
      return this.#throttle.refused()
    }
    this.#throttle.admitted()
    // Frames arrive in the socket's own events, outside the async context of the request that opened it.
    withOrigin(this.#origin, receive)
  }

  #receive(data: RawData, binary: boolean): void {
    try {
      if (binary) throw new Refusal('invalid', 'Frames are JSON text, not binary.')
      const frame = readFrame(data.toString())
      if ('ping' in frame) this.send(JSON.stringify({ pong: frame.ping }))
      else if ('unsubscribe' in frame) this.#unsubscribe(frame.unsubscribe)
      else if ('present' in frame) this.#inTurn(() => this.#present(frame.present))
      else this.#subscribe(frame.subscribe)
    } catch (error) {
      this.#refuse(error)
    }
  }

  #unsubscribe(id: string): void {
    const subscription = this.#subscriptions.get(id)
    if (!subscription) throw new Refusal('not_found', 'There is no subscription with this id.', { id })
    subscription.end()
    this.send(JSON.stringify({ unsubscribed: id }))
  }

  /** Runs work in order: a client that resumes many subscriptions at once must not take the whole pool. */
  #inTurn(work: () => Promise<void>, failed = (error: unknown) => this.#refuse(error)): void {
    this.#replays = this.#replays.then(work).catch(failed)
  }

  /** Takes the new place before leaving the old one, so that nobody appears away in between. A place the user can't see is not shown. */
  async #present(place: PresentRequest): Promise<void> {
    const at = await this.#placeOf(place).catch((error: unknown): Place => {
      if (toRefusal(error).code !== 'not_found') throw error
      return { project_id: null, feature_id: null }
    })
    if (this.#socket.readyState !== WebSocket.OPEN) return
    const leave = this.#leave
    this.#leave = this.#hold(at)
    leave()
    this.send(JSON.stringify({ present: at }))
  }

  async #placeOf({ project, feature, item }: PresentRequest): Promise<Place> {
    if (item !== undefined) {
      const found = await this.#item(item)
      return { project_id: found.project.id, feature_id: null, item_id: found.id }
    }
    if (feature === undefined) return { project_id: project === undefined ? null : (await this.#project(project)).id, feature_id: null }
    const { id, project_id } = await this.#feature(feature)
    return { project_id, feature_id: id }
  }

  /** A program with an API key, or an administrator who impersonates somebody, follows events but has no presence. */
  #hold({ project_id: project, feature_id: feature, item_id: item }: Place): () => void {
    const { user, organization, credential } = this.#principal
    if (!user || !organization) return () => {}
    const isHere = credential.kind !== 'api_key' && credential.kind !== 'impersonation'
    const sign: Sign | null = isHere ? { kind: 'person', id: user, project, feature, item: item ?? null } : null
    return this.#deps.kernel.services.presence.hold(organization.id, sign)
  }

  #subscribe(request: SubscribeRequest): void {
    const { id, to } = request
    if (this.#subscriptions.has(id)) throw new Refusal('conflict', 'This id is in use. Unsubscribe it first, or choose another.', { id })
    if (this.#subscriptions.size >= maxSubscriptions) {
      throw new Refusal('conflict', `A connection has at most ${maxSubscriptions} subscriptions. Unsubscribe one first.`, { id })
    }
    const { user, organization, personalOrganization } = this.#principal
    this.#requireScope(id, to)
    const org = to === 'user' ? personalOrganization : organization?.id
    if (!user || !org) throw new Refusal('forbidden', 'You are not a member of this organization.', { id })
    const subscription: Subscription = new Subscription({ id, to, org, user, project: null, subject: null }, this, () => {
      this.#subscriptions.delete(id)
      this.#deps.followers.remove(subscription)
    })
    this.#subscriptions.set(id, subscription)
    const failed = (error: unknown) => {
      subscription.end()
      this.#refuse(error, id)
    }
    this.#inTurn(() => this.#begin(subscription, request), failed)
  }

  async #begin(subscription: Subscription, request: SubscribeRequest): Promise<void> {
    const { target } = subscription
    const { after, most } = request
    if (subscription.ended) return
    Object.assign(target, await this.#find(request))
    const head = after === undefined || most !== undefined ? await logHead(this.#deps.kernel.database, target.org) : 0
    if (subscription.ended) return
    // After a long absence, reading the current state is faster than replaying all that happened.
    const tooMany = after !== undefined && most !== undefined && head - after > most
    subscription.start(tooMany ? head : (after ?? head))
    if (tooMany) subscription.resync('cursor_lost', head)
    await this.#deps.followers.add(subscription)
    // The log replays what happened in the meantime; what is not logged may have changed, so all of it is announced.
    if (after !== undefined) for (const change of unloggedChanges) subscription.tellChange(change)
  }

  async #find(request: SubscribeRequest): Promise<{ project: string | null; subject: string | null }> {
    const { kernel, operations } = this.#deps
    switch (request.to) {
      case 'project':
        return { project: (await this.#project(request.project)).id, subject: null }
      case 'feature': {
        const { id, project_id } = await this.#feature(request.feature)
        return { project: project_id, subject: id }
      }
      case 'session': {
        const { id, project_id } = await execute(kernel, operations.get('getSession'), this.#principal, { session: request.session }, byHub)
        return { project: project_id, subject: id }
      }
      default:
        return { project: null, subject: null }
    }
  }

  /** Uses the same operation as every other door, so that hidden, foreign and missing things look the same. */
  #project(project: string) {
    const { kernel, operations } = this.#deps
    return execute(kernel, operations.get('getProject'), this.#principal, { project }, byHub)
  }

  #item(item: string) {
    const { kernel, operations } = this.#deps
    return execute(kernel, operations.get('getItem'), this.#principal, { item }, byHub)
  }

  #feature(feature: string) {
    const { kernel, operations } = this.#deps
    return execute(kernel, operations.get('getFeature'), this.#principal, { feature }, byHub)
  }

  /** What concerns only the user needs a scope of `account`, whichever other scopes a key has. */
  #requireScope(id: string, to: SubscribeRequest['to']): void {
    const { scopes } = this.#principal
    const needed = to === 'user' ? 'account' : 'live'
    if (!scopes || scopes.some((scope) => scope === '*' || scope.startsWith(`${needed}:`))) return
    throw new Refusal('forbidden', `This credential lacks the scope ${needed}:read. Use one that has it.`, { scope: `${needed}:read`, id })
  }

  #refuse(error: unknown, id?: string): void {
    const refusal = toRefusal(error)
    if (refusal.code === 'internal') this.#deps.kernel.report(refusal.cause, 'liveFrame')
    this.send(errorFrame(refusal, id))
  }
}
