import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'
import { startProgram, type Program } from '../proofs/programs.ts'

let baton: Baton
let worker: Program

beforeAll(async () => {
  baton = await startBaton()
  worker = await startProgram(baton, 'worker', { WORKER_PORT: '0', METRICS_TOKEN: 'metrics-secret' })
})
afterAll(async () => {
  worker.process.removeAllListeners('exit')
  worker.stop()
  await baton.close()
})

test('a worker says that it lives, that it is ready and what works', async () => {
  expect((await send(worker.url, 'GET', '/health/live')).status).toBe(200)
  expect((await send(worker.url, 'GET', '/health/ready')).body).toMatchObject({ status: 'ready', schema: 'current' })
  expect((await send(worker.url, 'GET', '/health')).body).toMatchObject({ database: 'ok', redis: 'ok' })
})

test('a worker has metrics, for whoever may see them, and no other path', async () => {
  expect((await send(worker.url, 'GET', '/metrics')).status).toBe(404)
  const { text } = await send(worker.url, 'GET', '/metrics', undefined, { authorization: 'Bearer metrics-secret' })
  expect(text).toMatch(/^baton_redis_up 1$/m)
  expect((await send(worker.url, 'GET', '/api/auth/me')).status).toBe(404)
})
