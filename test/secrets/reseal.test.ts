import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { secretPlace } from '../../src/capabilities/notices/webhooks/signing-secret.ts'
import { startNode, type Node } from '../../src/main/node.ts'
import { createSecretBox } from '../../src/platform/secret-box.ts'
import { verifyAudit } from '../../src/platform/verify-audit.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { runWhole } from '../memory/worker-runs.ts'
import { AuthenticatorApp, prove } from '../identity/passkeys/authenticator-app.ts'
import { send } from '../harness/person.ts'

const fresh = 'the key that comes after the first one'
let baton: Baton
let later: Node | undefined

beforeAll(async () => {
  baton = await startBaton({ PRIVATE_ADDRESSES: 'allow' })
})
afterAll(async () => {
  await later?.close()
  await baton.close()
})

async function reseal(keys: string): Promise<string> {
  const { DATABASE_URL, DATABASE_KEY, REDIS_URL } = baton.config
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL, DATABASE_KEY, REDIS_URL, SECRET_KEY: keys }
  const path = fileURLToPath(new URL('../../src/main/reseal.ts', import.meta.url))
  return (await promisify(execFile)(process.execPath, [path], { env })).stdout
}

test('after keys:reseal the old SECRET_KEY can go: second factors and webhook secrets open with the new one alone', async () => {
  const ann = await baton.person('ann')
  const { secret, id } = await ann.do('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/hook' })
  const app = await AuthenticatorApp.add(baton, ann)
  const both = [fresh, ...baton.config.SECRET_KEY].join(',')
  expect(await reseal(both)).toMatch(/^Encrypted [2-9]/)
  expect(await reseal(both)).toMatch(/^Encrypted 0 /)
  const box = createSecretBox([fresh])
  const [row] = await baton.look<{ org_id: string; secret: Buffer }>('select org_id, secret from webhooks where id = $1', [id])
  expect(row && box.open(row.secret, secretPlace(row.org_id, id))).toBe(secret)
  later = await startNode({ ...baton.config, SECRET_KEY: [fresh] }, operations, baton.clock)
  const { body } = await send(later.address, 'POST', '/api/auth/login', { email: ann.user.email, password: ann.password })
  expect((await prove(later.address, body.second_factor.token, { totp: app.nextCode() })).status).toBe(200)
})

test('after keys:reseal the old SECRET_KEY can go: the audit trail verifies with the new one alone, and a forged anchor with neither', async () => {
  await (await baton.person('bob')).do('POST', '/api/projects', { name: 'Web', slug: 'web' })
  await baton.look("update audit set at = at - interval '4 years'")
  await baton.look('update log_heads h set audit_first_at = (select min(at) from audit a where a.org_id = h.org_id)')
  await runWhole(baton, 'purge', { tables: ['audit'] })
  const withNewKey = { ...baton.config, SECRET_KEY: [fresh] }
  const anchored = await verifyAudit(withNewKey)
  expect(anchored.length).toBeGreaterThan(1)
  const forged = anchored[0]?.org_id
  await baton.look("update log_heads set anchor_seal = sha256('forged') where org_id = $1", [forged])
  expect(await reseal([fresh, ...baton.config.SECRET_KEY].join(','))).toMatch(new RegExp(`^Encrypted ${anchored.length - 1} `))
  expect(await verifyAudit(withNewKey)).toMatchObject([{ org_id: forged, problem: expect.stringContaining('not sealed by this server') }])
})
