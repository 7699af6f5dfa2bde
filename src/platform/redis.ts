import { createClient } from 'redis'

type Client = ReturnType<typeof createClient>

/** Redis carries hints only. Every call may fail without harm, so callers neither wait for nor depend on one. */
export interface Hints {
  readonly ready: boolean
  publish(channel: string, message: string): void
  /** Publishes and answers how many listen; rejects without Redis. */
  deliver(channel: string, message: string): Promise<number>
  subscribe(channel: string, listener: (message: string, channel: string) => void): Promise<void>
  /** Adds to counters and answers their totals, in one round trip. */
  addToCounters(amounts: ReadonlyMap<string, number>, seconds: number): Promise<Map<string, number>>
  close(): Promise<void>
}

export async function connectRedis(config: { REDIS_URL: string; REDIS_PREFIX: string }, onError: (error: Error) => void): Promise<Hints> {
  const name = (key: string) => `${config.REDIS_PREFIX}:${key}`
  const open = (client: Client) => {
    client.on('error', onError)
    return client.connect()
  }
  const commands: Client = createClient({ url: config.REDIS_URL, disableOfflineQueue: true })
  const subscriber: Client = createClient({ url: config.REDIS_URL })
  await Promise.all([open(commands), open(subscriber)])
  return {
    get ready() {
      return commands.isReady
    },
    publish(channel, message) {
      commands.publish(name(channel), message).catch(onError)
    },
    deliver: (channel, message) => commands.publish(name(channel), message),
    async subscribe(channel, listener) {
      const strip = config.REDIS_PREFIX.length + 1
      if (channel.includes('*')) await subscriber.pSubscribe(name(channel), (message, from) => listener(message, from.slice(strip)))
      else await subscriber.subscribe(name(channel), (message, from) => listener(message, from.slice(strip)))
    },
    async addToCounters(amounts, seconds) {
      const batch = commands.multi()
      for (const [key, amount] of amounts) batch.incrBy(name(key), amount).expire(name(key), seconds)
      const replies = await batch.exec()
      return new Map([...amounts.keys()].map((key, place) => [key, Number(replies[place * 2])]))
    },
    async close() {
      await Promise.allSettled([commands.close(), subscriber.close()])
    },
  }
}
