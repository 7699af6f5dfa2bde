import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, inject, test } from 'vitest'
import { connectRedis } from '../../src/platform/redis.ts'
import { redisErrors } from '../../src/platform/vitals.ts'
import { startBaton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'
import { waitFor } from '../harness/wait.ts'

/** A proxy to the real Redis that can be opened, shut and frozen. */
class Gate {
  readonly #target = new URL(inject('servers').redisUrl)
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  port = 0

  async open(): Promise<void> {
    this.#server = createServer((near) => {
      const far = createConnection(Number(this.#target.port), this.#target.hostname)
      for (const socket of [near, far]) this.#sockets.add(socket.on('error', () => {}))
      near.pipe(far).pipe(near)
    })
    await new Promise<void>((resolve) => this.#server?.listen(this.port, '127.0.0.1', resolve))
    this.port = (this.#server.address() as { port: number }).port
  }

  async shut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  freeze(): void {
    for (const socket of this.#sockets) socket.unpipe()
  }
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function reserved(): Promise<Gate> {
  const gate = new Gate()
  await gate.open()
  await gate.shut()
  return gate
}

test('a node starts without Redis, serves degraded, and is whole once Redis is there', async () => {
  const gate = await reserved()
  const baton = await startBaton({ REDIS_URL: `redis://127.0.0.1:${gate.port}` })
  closing.push(() => baton.close())
  expect((await send(baton.url, 'GET', '/health')).body).toMatchObject({ status: 'degraded', redis: 'down' })
  const ann = await baton.person('ann')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  expect((await send(baton.url, 'GET', '/metrics')).text).toMatch(/^baton_redis_up 0$/m)
  await gate.open()
  closing.push(() => gate.shut())
  await waitFor('Redis to be back', async () => (await send(baton.url, 'GET', '/health')).body.status === 'ok')
})

test('what was subscribed to while Redis was away is heard when it comes, and again after it was lost', async () => {
  const gate = await reserved()
  const hints = await connectRedis({ REDIS_URL: `redis://127.0.0.1:${gate.port}`, REDIS_PREFIX: 'gate' }, () => {})
  closing.push(() => hints.close())
  const heard: string[] = []
  await hints.subscribe('news:*', (message, channel) => heard.push(`${channel} ${message}`))
  await hints.subscribe('one', (message) => heard.push(message))
  for (const word of ['first', 'second']) {
    await gate.open()
    await waitFor('somebody to listen', async () => {
      const listening = await Promise.all([hints.deliver('news:x', word), hints.deliver('one', word)]).catch(() => [0])
      return listening.every((count) => count > 0)
    })
    await waitFor('the word to be heard', () => heard.includes(`news:x ${word}`) && heard.includes(word))
    await gate.shut()
  }
})

test('a Redis that no longer answers counts as away within seconds, and nothing is queued for it', async () => {
  const gate = await reserved()
  await gate.open()
  closing.push(() => gate.shut())
  const hints = await connectRedis({ REDIS_URL: `redis://127.0.0.1:${gate.port}`, REDIS_PREFIX: 'gate' }, () => {})
  closing.push(() => hints.close())
  expect(hints.ready).toBe(true)
  gate.freeze()
  await waitFor('Redis to count as away', () => !hints.ready)
})

test('an outage of Redis is told once, however many attempts fail', async () => {
  const gate = await reserved()
  const told: string[] = []
  const failures = async () => (await redisErrors.get()).values[0]?.value ?? 0
  const before = await failures()
  const hints = await connectRedis({ REDIS_URL: `redis://127.0.0.1:${gate.port}`, REDIS_PREFIX: 'gate' }, ({ message }) =>
    told.push(message),
  )
  closing.push(() => hints.close())
  await waitFor('five failures', async () => (await failures()) >= before + 5)
  expect(told).toHaveLength(1)
})
