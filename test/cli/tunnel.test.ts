import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { presets } from '../../machine/src/runs/presets.ts'
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
  expect(await machine.run(['tunnel', 'pear'])).toMatchObject({ code: 2, stderr: expect.stringContaining('pair, init, signers, allow') })
  expect(await machine.run(['tunnel', 'pair', 'n'.repeat(43)])).toMatchObject({ code: 1, stderr: expect.stringContaining('Start again') })
})

test('init: an allow-list for the clients that are installed here, with the settings of docs/dispatch.md, which it never changes later', async () => {
  const programs = join(machine.home, 'programs')
  const env = { PATH: `${programs}:${machine.env['PATH']}` }
  expect(await machine.run(['tunnel', 'init'])).toMatchObject({ code: 1, stderr: expect.stringContaining('No agent client') })
  mkdirSync(programs)
  writeFileSync(join(programs, 'claude'), '#!/bin/sh\n', { mode: 0o755 })
  const bad = await machine.run(['tunnel', 'init', '--test', 'npm test); Bash(*'], { env })
  expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining('first words') })
  expect(existsSync(allowFile)).toBe(false)
  const said = await machine.do(['tunnel', 'init'], { env })
  expect(said).toEqual({ file: allowFile, jail: [machine.home], people: ['ann'], clients: ['claude'] })
  expect(JSON.parse(readFileSync(allowFile, 'utf8'))).toEqual({
    jail: [machine.home],
    runs: { people: ['ann'], at_once: 1, clients: { claude: presets()['claude'] } },
  })
  expect(statSync(allowFile).mode & 0o777).toBe(0o600)
  expect(await machine.run(['tunnel', 'allow'], { env })).toMatchObject({ code: 0, stdout: expect.stringContaining('started for: ann') })
  expect(await machine.run(['tunnel', 'init'], { env })).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') })
  rmSync(allowFile)
  await machine.do(['tunnel', 'init', '--test', 'make check', '--people', 'bob', '--jail', 'work'], { env })
  const { jail, runs } = JSON.parse(readFileSync(allowFile, 'utf8'))
  expect({ jail, people: runs.people }).toEqual({ jail: [join(machine.home, 'work')], people: ['bob'] })
  expect(runs.clients).toEqual({ claude: presets(['make check'])['claude'] })
  expect(JSON.stringify(runs)).toContain('Bash(make check *)')
  rmSync(allowFile)
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
