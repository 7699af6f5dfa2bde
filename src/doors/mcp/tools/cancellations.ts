import type { Caller } from '../caller.ts'

type Cancelled = { params?: { requestId?: unknown } } | null | undefined

/** Calls that a cancellation message can abort; over Streamable HTTP it arrives in another exchange than the call. */
export class Cancellations {
  readonly #running = new Map<string, AbortController>()

  /** Runs `work` with a signal that aborts on the caller's cancellation or on the exchange's own signal. */
  async run<T>(
    caller: Caller,
    exchange: { id?: string | number; signal?: AbortSignal },
    work: (signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    if (caller.connection === undefined || exchange.id === undefined) return work(exchange.signal)
    const key = keyOf(caller, exchange.id)
    const controller = new AbortController()
    this.#running.set(key, controller)
    try {
      return await work(exchange.signal ? AbortSignal.any([exchange.signal, controller.signal]) : controller.signal)
    } finally {
      if (this.#running.get(key) === controller) this.#running.delete(key)
    }
  }

  cancel(caller: Caller, notification: unknown): void {
    const id = (notification as Cancelled)?.params?.requestId
    if (caller.connection === undefined || (typeof id !== 'string' && typeof id !== 'number')) return
    this.#running.get(keyOf(caller, id))?.abort()
  }
}

/** A connection's id is not a secret, so the key includes its owner. */
const keyOf = ({ principal: { user, organization }, connection }: Caller, id: string | number): string =>
  JSON.stringify([user, organization?.id, connection, id])
