import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { send, type Person } from '../harness/person.ts'

let baton: Baton
let ann: Person
let bob: Person
let bomb: Buffer

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  bob = await baton.person('bob')
  await ann.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  await ann.do('POST', '/api/tasks', { project: 'web', title: 'With pictures' })
  // A few hundred bytes that decode to 25 megapixels.
  const plain = sharp({ create: { width: 5000, height: 4990, channels: 3, background: 'black' } })
  bomb = await plain.avif({ quality: 1, effort: 0 }).toBuffer()
})
afterAll(() => baton.close())

async function attach(picture: Buffer): Promise<{ status: number; retryAfter: string | null; body: any }> {
  const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'image/avif' }
  const answer = await fetch(`${baton.url}/api/tasks/WEB-1/attachments?name=p.avif`, {
    method: 'POST',
    headers,
    body: new Uint8Array(picture),
  })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
}

test('eight small files that are huge pictures do not hold up another user’s login', async () => {
  let stored = 0
  const { promise: refused, resolve: refuse } = Promise.withResolvers<unknown>()
  const uploads = Array.from({ length: 8 }, async () => {
    const answer = await attach(bomb)
    if (answer.status === 201) stored++
    else refuse(answer)
    return answer
  })
  // Uploads beyond what one user may have pending are refused before any work is done for them.
  expect(await Promise.race([refused, Promise.all(uploads)])).toMatchObject({
    status: 429,
    retryAfter: '5',
    body: { code: 'rate_limited' },
  })
  const login = await send(baton.url, 'POST', '/api/auth/login', { email: bob.user.email, password: bob.password })
  expect(login.status).toBe(200)
  expect(stored).toBeLessThanOrEqual(2)
  const answers = await Promise.all(uploads)
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4)
  expect(answers.filter(({ status }) => ![201, 429].includes(status))).toEqual([])
})

test('an AVIF is kept as a WebP of the same size', async () => {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .avif()
    .toBuffer()
  const { status, body } = await attach(picture)
  expect([status, body.content_type]).toEqual([201, 'image/webp'])
  const answer = await fetch(`${baton.url}/api/attachments/${body.id}`, { headers: { authorization: `Bearer ${ann.token}` } })
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 })
})
