import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'
import { startEndpoint } from './endpoint-server.ts'

let without: Baton
let off: Baton
let remote: Baton
let endpoint: Awaited<ReturnType<typeof startEndpoint>>
beforeAll(async () => {
  endpoint = await startEndpoint()
  const settings = { EMBEDDINGS_URL: `${endpoint.url}/`, EMBEDDINGS_MODEL: 'letters-small', EMBEDDINGS_KEY: 'sk-secret-key' }
  ;[without, off, remote] = await Promise.all([
    startBaton({ EMBEDDINGS_MODEL_DIR: '/nowhere' }),
    startBaton({ EMBEDDINGS: 'off' }),
    startBaton(settings),
  ])
})
afterAll(async () => {
  await Promise.all([without.close(), off.close(), remote.close()])
  await endpoint.close()
})

test('a model that is not there degrades Baton, and /health says why', async () => {
  const { status, body } = await send(without.url, 'GET', '/health')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'degraded',
    embeddings: { state: 'failed', model: 'all-MiniLM-L6-v2 int8', why: expect.stringContaining('npm run model') },
  })
  expect(body.embeddings.why).not.toContain('/nowhere')
})

test('embeddings that are turned off are no trouble', async () => {
  const { body } = await send(off.url, 'GET', '/health')
  expect(body).toMatchObject({ status: 'ok', embeddings: { state: 'off', model: null } })
})

test('an endpoint that is lost is said to be, and no other model takes its place', async () => {
  expect((await send(remote.url, 'GET', '/health')).body).toMatchObject({
    status: 'ok',
    embeddings: { state: 'ready', model: 'letters-small' },
  })
  await endpoint.close()
  const { embeddings } = remote.node.assembly.kernel.services
  await expect(embeddings.embed(['text'], 'query')).rejects.toThrow('no connection to the embeddings endpoint')
  const { status, body, text } = await send(remote.url, 'GET', '/health')
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'degraded', embeddings: { state: 'failed', model: 'letters-small', why: expect.any(String) } })
  expect(text).not.toContain('sk-secret-key')
})
