import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Home } from '../../machine/src/home.ts'
import { Machine } from '../../machine/src/machine.ts'
import { pair } from '../../machine/src/pair.ts'
import type { Person } from '../harness/person.ts'
import { startDashboard, viewports, type Dashboard } from './dashboard.ts'

const timeout = 240_000
const folder = mkdtempSync(join(tmpdir(), 'baton-machine-page-'))
const home = new Home(join(folder, 'home'))
const wiped = join(folder, 'wiped')
const schema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'], additionalProperties: false }
const actions = [
  { name: 'greet', description: 'Says hello', risk: 'read', schema, command: ['echo', 'hello {word}'] },
  { name: 'wipe', description: 'Wipes a disk', risk: 'danger', schema, command: ['sh', '-c', 'echo "$1" >> "$0"', wiped, '{word}'] },
]

let dashboard: Dashboard
let ann: Person
let page: Page
let machine: Machine | undefined
beforeAll(async () => {
  writeFileSync(home.path('allow.json'), JSON.stringify({ actions, ports: [3000] }))
  dashboard = await startDashboard()
  ann = await dashboard.baton.person('ann')
  page = await dashboard.open(ann, '/ann/machines')
  page.setDefaultTimeout(60_000)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
})
afterAll(async () => {
  machine?.stop()
  await dashboard?.close()
  rmSync(folder, { recursive: true, force: true })
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const tunnels = async () => (await ann.api.listTunnels({})).items
/** Opens the only machine: these tests have one at a time. */
const openMachine = async () => page.goto(`/ann/machines/${(await tunnels())[0]?.id}`)

/** Starts pairing on the page; returns the code in the command that it shows. */
async function add(name: string): Promise<string> {
  await page.goto('/ann/machines')
  await button('Add machine').first().click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await button('Continue').click()
  const command = (await page.getByRole('region', { name: 'command', exact: true }).textContent()) ?? ''
  const [, nonce = '', server] = /baton tunnel pair (\S+) --server (\S+?)\/?$/.exec(command.trim()) ?? []
  expect(server).toBe(dashboard.origin)
  return nonce
}

test('an organization without machines says how to begin', { timeout }, async () => {
  await page.getByText('No machines yet').waitFor()
  await page.getByText('baton tunnel pair').waitFor()
})

test('a fingerprint that differs from the machine’s pairs nothing, and the pairing can be canceled', { timeout }, async () => {
  const { fingerprint } = await pair(new Home(join(folder, 'stranger')), dashboard.origin, await add('Laptop'))
  await page.getByText('Compare the fingerprints').waitFor()
  const field = page.getByLabel('Fingerprint shown on the machine')
  expect(await field.inputValue()).toBe('')
  expect(await button('Pair this machine').isDisabled()).toBe(true)
  await field.fill(fingerprint.replace(/^./, (first) => (first === '0' ? '1' : '0')))
  await page.getByRole('alert').filter({ hasText: 'The fingerprints differ' }).waitFor()
  expect(await button('Pair this machine').isDisabled()).toBe(true)
  expect((await tunnels()).map(({ status }) => status)).toEqual(['pairing'])
  await button('Cancel pairing').click()
  await page.getByText('No machines yet').waitFor()
  expect(await tunnels()).toEqual([])
})

test('a machine is paired by the fingerprint on its own screen, and is online as soon as it runs', { timeout }, async () => {
  const { fingerprint } = await pair(home, dashboard.origin, await add('Laptop'))
  // As people might type it: in uppercase, with spaces.
  await page.getByLabel('Fingerprint shown on the machine').fill(fingerprint.toUpperCase().replaceAll('-', ' '))
  await button('Pair this machine').click()
  await page.getByRole('status', { name: 'Pairing' }).filter({ hasText: 'Laptop paired' }).waitFor()
  machine = new Machine({ home })
  // Rejects when the machine is removed.
  void machine.run().catch(() => {})
  await page.getByRole('status', { name: 'Pairing' }).filter({ hasText: 'and online' }).waitFor()
  await page.getByRole('link', { name: 'Open Laptop' }).click()
  await page.getByRole('list', { name: 'Machine actions' }).getByText('greet').waitFor()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText(fingerprint.replaceAll('-', ' ')).waitFor()
  await details.getByText('3000').waitFor()
})

test('an action is asked for by a form, and its result comes by itself', { timeout }, async () => {
  await openMachine()
  await button('Run greet…').click()
  await page.getByLabel('word').fill('world')
  await button('Run greet').click()
  await page.waitForURL('**/actions/*')
  await page.getByRole('region', { name: 'Output' }).getByText('hello world').waitFor()
  await page.getByText('Done', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Laptop' }).click()
  await page.getByRole('list', { name: 'Requested actions' }).getByText('hello world').waitFor()
})

test('a dangerous action waits for a passkey that the machine knows, and is approved on a phone', { timeout }, async () => {
  await page.goto('/ann/settings/passkeys')
  await button('Add passkey').click()
  await page.getByLabel('Name', { exact: true }).fill('My phone')
  await button('Continue').click()
  await page.getByRole('list', { name: 'Passkeys' }).getByText('My phone').waitFor()
  await openMachine()
  await button('Register passkey').click()
  await page.getByRole('menuitem', { name: 'My phone' }).click()
  await page.getByText('not confirmed yet').waitFor()
  await expect.poll(() => home.offered.length).toBe(1)
  const trusted = home.offered[0]?.fingerprint ?? ''
  await page.getByRole('region', { name: 'the command for My phone' }).getByText(`baton tunnel signers --trust ${trusted}`).waitFor()
  expect(home.trust(trusted)).toBe(true)
  // Confirmed by the machine's next heartbeat, without a new connection.
  await page.getByText('confirmed on the machine').waitFor()

  await button('Run wipe…').click()
  await page.getByLabel('word').fill('disk one')
  await button('Request approval').click()
  await page.waitForURL('**/actions/*')
  await page.setViewportSize(viewports.phone)
  const signed = page.getByLabel('Command')
  for (const shown of ['Laptop', (await tunnels())[0]?.id ?? '', 'wipe', 'disk one', 'Dangerous']) await signed.getByText(shown).waitFor()
  expect(existsSync(wiped)).toBe(false)
  await button('Approve with passkey').click()
  await page.getByRole('region', { name: 'Result' }).waitFor()
  await page.getByText('Done', { exact: true }).waitFor()
  expect(readFileSync(wiped, 'utf8')).toBe('disk one\n')
})

test('what is denied is not run, and the inbox and the list of machines lead to what waits', { timeout }, async () => {
  await page.setViewportSize(viewports.desk)
  const tunnel = (await tunnels())[0]?.id ?? ''
  await page.goto('/ann/machines')
  const asked = await ann.api.executeTunnelAction({ tunnel, action: 'wipe', arguments: { word: 'disk two' } })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox 1' }).waitFor()
  await page.getByRole('link', { name: 'Review' }).click()
  await page.waitForURL(`**/actions/${asked.id}`)
  await page.goto('/ann/inbox')
  await page.getByRole('button', { name: /Approve wipe on Laptop/ }).click()
  await page.getByText('disk two').waitFor()
  await button('Deny').click()
  await page.getByRole('button', { name: /Approve wipe on Laptop/ }).waitFor({ state: 'detached' })
  expect(await ann.api.getTunnelAction({ tunnel, action: asked.id })).toMatchObject({ state: 'denied' })
  expect(readFileSync(wiped, 'utf8')).toBe('disk one\n')
})

test('a machine is renamed, and removed once that is confirmed', { timeout }, async () => {
  await openMachine()
  await button('More actions').click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Desk')
  await button('Save').click()
  await page.getByRole('heading', { name: 'Desk' }).waitFor()
  await button('More actions').click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  expect(await tunnels()).toHaveLength(1)
  await button('Remove machine').click()
  await page.getByText('No machines yet').waitFor()
  expect(await tunnels()).toEqual([])
})
