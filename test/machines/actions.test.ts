import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { addPasskey, originOf } from '../identity/passkeys/passkey-owner.ts'
import type { Person } from '../harness/person.ts'
import { TestMachine } from './machines.ts'
import { patience } from '../harness/wait.ts'

let baton: Baton
let ann: Person
let machine: TestMachine
beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person()
  machine = await (await TestMachine.pair(ann)).start().online()
})
afterAll(async () => {
  await machine.close()
  await baton.close()
})

test('a machine that is connected does what it is asked, once, and brings the result', async () => {
  const asked = await machine.ask('note', { word: 'hello' })
  expect(asked).toMatchObject({ state: 'approved', risk: 'write', arguments: { word: 'hello' } })
  expect(await machine.ended(asked.id)).toMatchObject({ state: 'done', exit_code: 0, output: 'noted hello\n' })
  expect(machine.lines('notes')).toEqual(['hello'])
  const failed = await machine.ended((await machine.ask('fail')).id)
  expect(failed).toMatchObject({ state: 'failed', exit_code: 3, output: 'no\n' })
  const { items } = await ann.api.listTunnelActionHistory({ tunnel: machine.id })
  expect(items.map(({ id }) => id)).toEqual([failed.id, asked.id])
})

test('what the machine’s own file does not allow is refused, and what it does not fit', async () => {
  const unknown = await ann.call('POST', `/api/tunnels/${machine.id}/actions`, { action: 'shell', arguments: {} })
  expect(unknown.status).toBe(404)
  const other = await machine.ended((await machine.ask('note', { word: 7 })).id)
  expect(other).toMatchObject({ state: 'failed', error: expect.stringContaining('do not fit') })
})

test('a path stays in the jail, also through a link and a dash', async () => {
  writeFileSync(join(machine.folder, 'readable'), 'inside')
  symlinkSync('/etc', join(machine.folder, 'out'))
  expect(await machine.ended((await machine.ask('show', { file: join(machine.folder, 'readable') })).id)).toMatchObject({
    output: 'inside',
  })
  for (const file of ['/etc/passwd', join(machine.folder, '../../etc/passwd'), join(machine.folder, 'out/passwd'), 'readable', '-rf'])
    expect(await machine.ended((await machine.ask('show', { file })).id), file).toMatchObject({ state: 'failed', exit_code: null })
})

test('a dangerous action waits for a passkey that was confirmed on the machine', async () => {
  const { authenticator, id: passkey } = await addPasskey(ann, originOf(baton.config.APP_URL))
  const signer = await ann.api.offerTunnelSigner({ tunnel: machine.id, passkey })
  const sign = async (id: string) =>
    authenticator.get({ ...(await machine.action(id)).to_sign, rpId: (await machine.action(id)).to_sign?.rp_id }) as never
  await expect.poll(() => machine.home.offered.map(({ fingerprint }) => fingerprint)).toEqual([signer.fingerprint])

  const early = await machine.ask('wipe', { word: 'early' })
  expect(early.state).toBe('queued')
  await ann.api.approveTunnelAction({ tunnel: machine.id, action: early.id, response: await sign(early.id) })
  expect(await machine.ended(early.id)).toMatchObject({ state: 'failed', error: expect.stringContaining('not confirmed on this machine') })

  expect(machine.home.trust(signer.fingerprint)).toBe(true)
  const asked = await machine.ask('wipe', { word: 'disk' })
  const response = await sign(asked.id)
  const other = await machine.ask('wipe', { word: 'home' })
  const approve = (id: string) => ann.call('POST', `/api/tunnels/${machine.id}/actions/${id}/approve`, { response })
  expect((await approve(other.id)).status).toBe(403)
  expect((await approve(asked.id)).status).toBe(200)
  expect(await machine.ended(asked.id)).toMatchObject({ state: 'done', decided_by: ann.user.id })
  expect((await approve(asked.id)).status).toBe(409)
  await ann.api.denyTunnelAction({ tunnel: machine.id, action: other.id })
  expect(await machine.ended(other.id)).toMatchObject({ state: 'denied' })
  expect(machine.lines('wiped')).toEqual(['disk'])
})

test('of many who decide at once, one has decided', async () => {
  const asked = await machine.ask('wipe', { word: 'race' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ann.call('POST', `/api/tunnels/${machine.id}/actions/${asked.id}/deny`, {})),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
})

test('no key decides, and nobody else asks anything of a machine', async () => {
  const asked = await machine.ask('wipe', { word: 'key' })
  const { key: token } = await ann.api.createApiKey({ name: 'robot' })
  const withKey = { authorization: `Bearer ${token}` }
  for (const decision of ['deny', 'approve']) {
    const refused = await ann.call('POST', `/api/tunnels/${machine.id}/actions/${asked.id}/${decision}`, { response: {} }, withKey)
    expect(refused.body.code).toBe('needs_person')
  }
  const organization = await (await baton.person()).createOrganization('crew')
  const theirs = await TestMachine.pair(organization)
  const bob = await baton.person()
  await organization.do('POST', '/api/organization/members', { user: bob.user.handle })
  const inside = bob.in(organization.organization ?? '')
  expect((await inside.call('GET', `/api/tunnels/${theirs.id}`)).status).toBe(200)
  expect((await inside.call('POST', `/api/tunnels/${theirs.id}/actions`, { action: 'note' })).status).toBe(403)
  expect((await inside.call('GET', `/api/tunnels/${theirs.id}/actions/history`)).body.items).toEqual([])
  expect((await inside.call('DELETE', `/api/tunnels/${theirs.id}`)).status).toBe(403)
  await theirs.close()
})

test('a machine that is removed is cut off, and its key is refused', async () => {
  const gone = await (await TestMachine.pair(ann)).start().online()
  await ann.api.deleteTunnel({ tunnel: gone.id })
  await expect.poll(() => gone.process?.exitCode, { timeout: patience }).toBe(1)
  expect(gone.said).toContain('not paired here')
  await gone.close()
})
