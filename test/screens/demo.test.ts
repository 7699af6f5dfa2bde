import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send } from '../harness/person.ts'

const root = new URL('../../', import.meta.url)
let baton: Baton
beforeAll(async () => void (baton = await startBaton()))
afterAll(async () => {
  await rm(new URL(`data/${baton.database}.json`, root), { force: true })
  await baton.close()
})

test('the demo makes a person and a sample project once, and prints a login that works', async () => {
  const env = { ...process.env, APP_URL: baton.url, DEMO_DATABASE: baton.database }
  const run = async () => (await promisify(execFile)(process.execPath, ['scripts/demo.ts'], { cwd: root, env })).stdout
  const [first, second] = [await run(), await run()]
  expect(second).toBe(first)
  expect(first).toContain(`${baton.url}/demo-team/p/storefront-sample/board`)
  const [, email] = /Email +(\S+)/.exec(first) ?? []
  const [, password] = /Password +(\S+)/.exec(first) ?? []
  expect((await send(baton.url, 'POST', '/api/auth/login', { email, password })).status).toBe(200)
  expect(await baton.look('select from sample_projects')).toHaveLength(1)
})
