import { createHmac, randomUUID } from 'node:crypto'

export interface Delivery {
  id: number
  guid: string
  event: string
  payload: Record<string, unknown>
  redelivery: boolean
  /** The receiver's status code; 0 if it was not called or didn't answer. */
  status_code: number
}

/** How many times a delivery arrives. */
export type Fate = (delivery: Delivery) => number

/** The App's webhook deliveries: signed over the raw bytes, each with its own id, and kept so that they can be redelivered. */
export class Deliveries {
  /** The receiver's URL; null until someone listens. */
  target: string | null = null
  /** While set, deliveries are collected instead of sent, so that a test can lose, repeat and shuffle them. */
  held: Delivery[] | null = null
  readonly sent: Delivery[] = []
  readonly #secret: string
  #under = new Set<Promise<void>>()

  constructor(secret: string) {
    this.#secret = secret
  }

  emit(event: string, payload: Record<string, unknown>): void {
    const delivery = { id: this.sent.length + 1, guid: randomUUID(), event, payload, redelivery: false, status_code: 0 }
    this.sent.push(delivery)
    if (this.held) this.held.push(delivery)
    else this.#track(this.send(delivery))
  }

  async send(delivery: Delivery, changes: { secret?: string; guid?: string } = {}): Promise<number> {
    if (!this.target) return 0
    const body = JSON.stringify(delivery.payload)
    const signature = createHmac('sha256', changes.secret ?? this.#secret)
      .update(body)
      .digest('hex')
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/stand-in',
      'x-github-event': delivery.event,
      'x-github-delivery': changes.guid ?? delivery.guid,
      'x-hub-signature-256': `sha256=${signature}`,
    }
    const answer = await fetch(this.target, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) }).catch(() => null)
    delivery.status_code = answer?.status ?? 0
    return delivery.status_code
  }

  /** Sends the held deliveries in shuffled order, each as often as `fate` says. */
  async release(fate: Fate, shuffle: (deliveries: Delivery[]) => Delivery[]): Promise<{ sent: number; lost: number }> {
    const held = this.held ?? []
    this.held = null
    const queue = shuffle(held.flatMap((delivery) => Array.from({ length: fate(delivery) }, () => delivery)))
    for (const delivery of queue) await this.send(delivery)
    return { sent: queue.length, lost: held.filter((delivery) => !queue.includes(delivery)).length }
  }

  /** Resolves when everything that was emitted has been answered. */
  async settled(): Promise<void> {
    while (this.#under.size > 0) await Promise.all(this.#under)
  }

  #track(work: Promise<unknown>): void {
    const sending = work.then(() => void this.#under.delete(sending))
    this.#under.add(sending)
  }
}
