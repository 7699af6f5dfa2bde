import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from 'redis'
import { atMostOnceAMinute } from './log.ts'
import { redisErrors, redisUp } from './vitals.ts'

type Client = ReturnType<typeof createClient>

/** Redis carries hints only. Every call may fail without harm, so callers neither wait for nor depend on one. */
export interface Hints {
  readonly ready: boolean
  /** When a hint of this process was last lost, by performance.now(). */
  readonly lostAt: number
  publish(channel: string, message: string): void
  /** Publishes and resolves with the number of listeners; rejects without Redis. */
  deliver(channel: string, message: string): Promise<number>
  /** Listens from now on, or as soon as Redis is available; subscriptions are restored after a reconnect. */
  subscribe(channel: string, listener: (message: string, channel: string) => void): Promise<void>
  /** Adds to counters and returns their totals, in one round trip. */
  addToCounters(amounts: ReadonlyMap<string, number>, seconds: number): Promise<Map<string, number>>
  /** Runs a script on one key; rejects without Redis. */
  evaluate(script: string, key: string, values: readonly string[]): Promise<unknown>
  close(): Promise<void>
}

/** How long a starting process waits for Redis; after that it starts degraded, and the clients keep trying. */
const startupPatience = 1_000
const pingEvery = 1_000
/** A server that has not answered for this long counts as away: nothing is queued for it. */
const pingPatience = 2_000

/** `onError` receives the first of many errors, and once a minute how many followed. */
export async function connectRedis(
  config: { REDIS_URL: string; REDIS_PREFIX: string },
  onError: (error: Error, more: number) => void,
): Promise<Hints> {
  const name = (key: string) => `${config.REDIS_PREFIX}:${key}`
  const report = atMostOnceAMinute(onError)
  const failed = (error: Error) => {
    redisErrors.inc()
    report(error)
  }
  const open = (options: { disableOfflineQueue?: boolean }) => {
    const client: Client = createClient({ url: config.REDIS_URL, ...options, socket: { connectTimeout: 2_000 } })
    client.on('error', failed)
    return { client, connected: client.connect().catch(() => {}) }
  }
  const { client: commands, connected: commandsConnected } = open({ disableOfflineQueue: true })
  const { client: subscriber, connected: subscriberConnected } = open({})
  let closed = false
  let askedAt: number | null = null
  let lostAt = -Infinity
  const isReady = () => commands.isReady && (askedAt === null || performance.now() - askedAt < pingPatience)
  // A frozen server keeps its connections: only a ping shows that it is away.
  const heartbeat = setInterval(() => {
    if (askedAt !== null || !commands.isReady) return
    askedAt = performance.now()
    const answered = () => void (askedAt = null)
    commands.ping().then(answered, answered)
  }, pingEvery).unref()
  const forget = redisUp.add(() => [[{}, isReady() ? 1 : 0]])
  const started = new AbortController()
  await Promise.race([
    Promise.all([commandsConnected, subscriberConnected]),
    pause(startupPatience, undefined, { signal: started.signal }).catch(() => {}),
  ])
  started.abort()
  return {
    get ready() {
      return isReady()
    },
    get lostAt() {
      return lostAt
    },
    publish(channel, message) {
      const lost = () => void (lostAt = performance.now())
      if (!isReady()) return lost()
      commands.publish(name(channel), message).catch((error: Error) => {
        lost()
        failed(error)
      })
    },
    deliver: (channel, message) => commands.publish(name(channel), message),
    async subscribe(channel, listener) {
      const strip = config.REDIS_PREFIX.length + 1
      const hear = (message: string, from: string) => listener(message, from.slice(strip))
      const listen = () => (channel.includes('*') ? subscriber.pSubscribe(name(channel), hear) : subscriber.subscribe(name(channel), hear))
      // The client restores confirmed subscriptions; if the connection is lost before that, the request is lost too.
      const insist = async () => {
        while (!closed) {
          const error = await listen().then(
            () => null,
            (reason: Error) => reason,
          )
          if (!error) return
          if (!closed) failed(error)
          await pause(pingEvery, undefined, { ref: false })
        }
      }
      const listening = insist()
      if (subscriber.isReady) await listening
    },
    async addToCounters(amounts, seconds) {
      const batch = commands.multi()
      for (const [key, amount] of amounts) batch.incrBy(name(key), amount).expire(name(key), seconds)
      const replies = await batch.exec()
      return new Map([...amounts.keys()].map((key, place) => [key, Number(replies[place * 2])]))
    },
    evaluate: (script, key, values) => commands.eval(script, { keys: [name(key)], arguments: [...values] }),
    async close() {
      closed = true
      clearInterval(heartbeat)
      forget()
      // Closing gracefully would wait for a server that does not answer.
      for (const client of [commands, subscriber]) await (isReady() && client.isReady ? client.close() : client.destroy())
    },
  }
}
