import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin } from '../databases.ts'
import { startBaton, type Baton } from '../harness.ts'
import { send } from '../person.ts'

let baton: Baton
let guarded: Baton

beforeAll(async () => {
  baton = await startBaton({ TRUSTED_PROXIES: '127.0.0.1' })
  guarded = await startBaton({ METRICS_TOKEN: 'metrics-secret' })
})
afterAll(() => Promise.all([baton.close(), guarded.close()]))

test('/health says what works and whether the second wall is whole', async () => {
  const { status, body } = await send(baton.url, 'GET', '/health')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'ok',
    database: 'ok',
    redis: 'ok',
    second_wall: 'whole',
    mail: 'off',
    embeddings: { state: 'ready', model: 'all-MiniLM-L6-v2 int8' },
  })
})

test('/metrics without a token answers this machine only', async () => {
  const here = await send(baton.url, 'GET', '/metrics')
  expect(here.status).toBe(200)
  expect(here.text).toContain('baton_operation_seconds')
  expect((await send(baton.url, 'GET', '/metrics', undefined, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
})

test('/metrics with a token answers whoever sends it, and looks absent to others', async () => {
  expect((await send(guarded.url, 'GET', '/metrics')).body.code).toBe('not_found')
  expect((await send(guarded.url, 'GET', '/metrics', undefined, { authorization: 'Bearer wrong' })).status).toBe(404)
  expect((await send(guarded.url, 'GET', '/metrics', undefined, { authorization: 'Bearer metrics-secret' })).status).toBe(200)
})

test('/health is 503 when the database is gone', async () => {
  await admin(baton.servers, (client) => client.query(`drop database ${baton.database} with (force)`))
  const { status, body } = await send(baton.url, 'GET', '/health')
  expect(status).toBe(503)
  expect(body).toMatchObject({ status: 'down', database: 'down', redis: 'ok' })
})
