import type pg from 'pg'

/** PostgreSQL did not answer: whatever was sent may or may not have taken effect. */
export class Unreachable extends Error {
  readonly code = '08006'
  constructor() {
    super('PostgreSQL does not answer')
  }
}

export interface Pulse {
  /** No answer for a while: new work is refused at once instead of queueing. */
  readonly away: boolean
  add(client: pg.ClientBase): void
  remove(client: pg.ClientBase): void
  /** Call on every answer, on any connection: it proves that the server is alive. */
  answered(): void
  close(): void
}

const lookEvery = 250
const quietBeforeProbe = 500
const probeMilliseconds = 1500

const socketOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds).unref())

/**
 * A frozen or unreachable server doesn't break its connections, and statements would wait for minutes. If something is in flight and nothing was
 * answered for half a second, a probe runs on a connection of its own, which is kept open: on a busy machine opening one takes longer than
 * anything else. If neither the probe nor anything else is answered, every connection in use is destroyed so that its caller gets an answer; a
 * busy server keeps answering something.
 */
export function watchDatabase(createClient: () => pg.Client): Pulse {
  const inUse = new Set<pg.ClientBase>()
  let lastAnswer = performance.now()
  let away = false
  let probing = false
  let prober: pg.Client | undefined

  const hangUp = (): void => {
    if (prober) socketOf(prober).destroy(new Unreachable())
    prober = undefined
  }
  const connect = async (): Promise<pg.Client> => {
    const client = createClient()
    prober = client
    client.on('error', () => prober === client && hangUp())
    await client.connect()
    return client
  }
  const ask = async (): Promise<unknown> => (prober ?? (await connect())).query('select 1')
  const tooLate = async (): Promise<never> => {
    await sleep(probeMilliseconds)
    // If this process was starved of CPU for that long, it first reads what has already arrived.
    await sleep(50)
    throw new Unreachable()
  }
  const probe = async (): Promise<void> => {
    probing = true
    const began = performance.now()
    try {
      await Promise.race([ask(), tooLate()])
      lastAnswer = performance.now()
      away = false
    } catch {
      hangUp()
      if (lastAnswer < began) {
        away = true
        for (const used of inUse) socketOf(used).destroy(new Unreachable())
      }
    } finally {
      probing = false
    }
  }
  const timer = setInterval(() => {
    if (probing || (!away && (inUse.size === 0 || performance.now() - lastAnswer < quietBeforeProbe))) return
    void probe()
  }, lookEvery)
  timer.unref()

  return {
    get away() {
      return away
    },
    add: (client) => void inUse.add(client),
    remove: (client) => void inUse.delete(client),
    answered: () => void (lastAnswer = performance.now()),
    close() {
      clearInterval(timer)
      hangUp()
    },
  }
}
