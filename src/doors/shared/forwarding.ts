import type { Hints } from '../../platform/redis.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { SignedMessages } from './signed-messages.ts'

/** `lost`: no answer arrived, so the outcome is unknown. */
export type Outcome = 'accepted' | 'unknown' | 'busy' | 'lost'

type Letter<Parcel> = { id: string; from: string; parcel: Parcel } | { id: string; outcome: Outcome }

const patience = 5_000
const channel = (node: string): string => `mcp:${node}`

/** Forwards parcels over Redis to the node that owns a session or a machine, and waits for its acknowledgement. */
export class Forwarding<Parcel> {
  readonly #node: string
  readonly #hints: Hints
  readonly #seals: SignedMessages
  readonly #waiting = new Map<string, (outcome: Outcome) => void>()

  constructor(node: string, hints: Hints, seals: SignedMessages) {
    this.#node = node
    this.#hints = hints
    this.#seals = seals
  }

  async listen(receive: (parcel: Parcel) => Outcome): Promise<void> {
    await this.#hints.subscribe(channel(this.#node), (sealed) => {
      const letter = this.#seals.open(this.#node, sealed) as Letter<Parcel> | undefined
      if (!letter) return
      if ('outcome' in letter) this.#waiting.get(letter.id)?.(letter.outcome)
      else this.#post(letter.from, { id: letter.id, outcome: receive(letter.parcel) }).catch(() => {})
    })
  }

  async forward(node: string, parcel: Parcel): Promise<Outcome> {
    if (!isId(node)) return 'unknown'
    const id = newId()
    let timer: NodeJS.Timeout | undefined
    const answer = new Promise<Outcome>((resolve) => {
      this.#waiting.set(id, resolve)
      timer = setTimeout(() => resolve('lost'), patience)
    })
    try {
      // No listener: that node is gone, and its sessions with it.
      const listeners = await this.#post(node, { id, from: this.#node, parcel })
      return listeners === 0 ? 'unknown' : await answer
    } catch {
      return 'lost'
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(id)
    }
  }

  #post(node: string, letter: Letter<Parcel>): Promise<number> {
    return this.#hints.deliver(channel(node), this.#seals.seal(node, letter))
  }
}
