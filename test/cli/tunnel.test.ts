import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { addPasskey, originOf } from '../identity/passkeys/passkey-owner.ts'
import type { Person } from '../harness/person.ts'
import { Machine } from './machine.ts'
import { waitFor } from '../harness/wait.ts'

let baton: Baton
let ann: Person
let machine: Machine
let allowFile: string

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  machine = await Machine.open(baton.url)
  allowFile = join(machine.home, '.config/baton/machine/allow.json')
  await machine.logIn(ann)
})
afterAll(async () => {
  machine.close()
  await baton.close()
})

const allow = (file: unknown, mode = 0o600): void => {
  mkdirSync(dirname(allowFile), { recursive: true })
  writeFileSync(allowFile, typeof file === 'string' ? file : JSON.stringify(file))
  chmodSync(allowFile, mode)
}

test('before it is paired, it says how to', async () => {
  expect(await machine.run(['tunnel'])).toMatchObject({ code: 1, stderr: expect.stringContaining('baton tunnel pair') })
  expect(await machine.run(['run', '--', 'true'])).toMatchObject({ code: 1, stderr: expect.stringContaining('baton tunnel pair') })
  expect(await machine.run(['tunnel', 'pear'])).toMatchObject({ code: 2, stderr: expect.stringContaining('pair, signers, allow') })
  expect(await machine.run(['tunnel', 'pair', 'n'.repeat(43)])).toMatchObject({ code: 1, stderr: expect.stringContaining('Start again') })
})

test('allow: where the file is, and what is wrong with it', async () => {
  expect(await machine.do(['tunnel', 'allow'])).toEqual({ file: allowFile, exists: false, actions: [], ports: [], runs: null })
  allow('{')
  expect(await machine.run(['tunnel', 'allow'])).toMatchObject({ code: 1, stderr: expect.stringContaining(allowFile) })
  allow({ actions: [{ name: 'say', risk: 'none', command: ['echo'] }] })
  expect(await machine.run(['tunnel', 'allow'])).toMatchObject({ code: 1, stderr: expect.stringContaining('read, write or danger') })
  const right = { actions: [{ name: 'say', risk: 'read', description: 'Says hello', command: ['echo', 'hello'] }], ports: [3000] }
  allow(right, 0o666)
  expect(await machine.run(['tunnel', 'allow'])).toMatchObject({ code: 1, stderr: expect.stringContaining('chmod 600') })
  const claude = { protocol: 'command', command: ['no-such-client', '-p', '{prompt}'] }
  allow({ runs: { people: ['ann'], clients: { claude: { ...claude, command: ['no-such-client', '{token}'] } } } })
  expect(await machine.run(['tunnel', 'allow'])).toMatchObject({ code: 1, stderr: expect.stringContaining('must not name {token}') })
  allow({ runs: { people: ['ann'], clients: { claude }, checks: [['npm', 'test']] } })
  expect((await machine.run(['tunnel', 'allow'])).stdout).toMatch(
    /started for: ann; 1 at once[^]*claude +command +no-such-client -p \{prompt\}[^]*no-such-client is not in PATH[^]*Check: npm test/,
  )
  allow(right)
  const { stdout } = await machine.run(['tunnel', 'allow'])
  expect(stdout).toMatch(/is valid\.[^]*say +read +Says hello[^]*Ports: 3000/)
})

test('pair, connect, act, trust a passkey, and stop when interrupted', async () => {
  const { name, fingerprint } = await machine.do(['tunnel', 'pair', '--name', 'Laptop'])
  expect([name, fingerprint]).toEqual(['Laptop', expect.stringMatching(/^[0-9a-f]{4}(-[0-9a-f]{4}){9}$/)])
  const { id } = (await ann.api.listTunnels({})).items.find((one) => one.pairing?.fingerprint === fingerprint) ?? { id: '' }
  await ann.api.confirmTunnel({ tunnel: id, fingerprint })

  const { child, ended } = machine.start(['tunnel', '--json'])
  await waitFor('the machine to be online', async () => (await ann.api.listTunnelActions({ tunnel: id })).items.length > 0)
  const asked = await ann.api.executeTunnelAction({ tunnel: id, action: 'say', arguments: {} })
  await waitFor('its result', async () => (await ann.api.getTunnelAction({ tunnel: id, action: asked.id })).state === 'done')

  const passkey = await addPasskey(ann, originOf(baton.config.APP_URL))
  const signer = await ann.api.offerTunnelSigner({ tunnel: id, passkey: passkey.id })
  await waitFor('the offer', async () => (await machine.do(['tunnel', 'signers'])).items.length === 1)
  expect((await machine.run(['tunnel', 'signers'])).stdout).toContain(`offered  ${signer.fingerprint}`)
  expect(await machine.run(['tunnel', 'signers', '--trust', '0000-1111'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Offer it'),
  })
  expect((await machine.do(['tunnel', 'signers', '--trust', signer.fingerprint])).items).toMatchObject([{ trusted: true }])
  expect((await machine.do(['tunnel', 'signers', '--distrust', signer.fingerprint])).items).toMatchObject([{ trusted: false }])

  child.kill('SIGINT')
  const { code, stdout } = await ended
  const notes = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).what)
  expect(code).toBe(0)
  expect(notes).toEqual(expect.arrayContaining(['connected', 'finished']))
})

test('a nonce of the dashboard pairs it too', async () => {
  const { nonce } = await ann.api.registerTunnel({ name: 'Desk' })
  const other = await Machine.open(baton.url)
  const { code, stdout } = await other.run(['tunnel', 'pair', nonce])
  expect([code, stdout]).toEqual([0, expect.stringContaining('Confirm it in the dashboard')])
  other.close()
})
