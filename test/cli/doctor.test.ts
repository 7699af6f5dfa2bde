import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { version } from '../../src/platform/version.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { closedPort, newCertificate, startFront, startOther, startTlsFront, type Front } from './faults.ts'
import { Machine } from './machine.ts'

let baton: Baton
let ann: Person
let machine: Machine
let token: string
let credentials: string
const fronts: Front[] = []

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
  machine = await Machine.open(baton.url)
  await machine.logIn(ann)
  credentials = readFileSync(at('.config/baton/credentials.json'), 'utf8')
  token = (await ann.mcpToken('agents')).token
  machine.env['BATON_TOKEN'] = token
  mkdirSync(at('.claude'))
  await machine.do(['connect', 'claude'])
})
afterEach(async () => {
  for (const front of fronts.splice(0)) front.close()
  rmSync(at('.cursor'), { recursive: true, force: true })
  write('.config/baton/credentials.json', credentials)
  chmodSync(at('.config/baton/credentials.json'), 0o600)
  await machine.do(['connect', 'claude'])
})
afterAll(async () => {
  machine.close()
  await baton.close()
})

const at = (file: string): string => join(machine.home, file)
function write(file: string, text: string): void {
  mkdirSync(dirname(at(file)), { recursive: true })
  writeFileSync(at(file), text)
}
async function front(started: Promise<Front>): Promise<string> {
  fronts.push(await started)
  return (await started).url
}

interface Faults {
  checks: string[]
  /** The message of the first fault. */
  message: string
  cure: string
}

/** Exactly one fault was injected, and exactly that one must be found. */
async function examine(env: Record<string, string> = {}): Promise<Faults> {
  const { code, json, stderr } = await machine.run(['doctor', '--json'], { env })
  if (!json) throw new Error(`doctor said nothing: ${stderr}`)
  const faults = json.findings.filter(({ state }: { state: string }) => state === 'fault')
  expect([code, json.faults]).toEqual([faults.length > 0 ? 5 : 0, faults.length])
  for (const fault of faults) expect(fault.cure).toMatch(/\w/)
  return { checks: faults.map(({ check }: { check: string }) => check), message: faults[0]?.message, cure: faults[0]?.cure }
}

test('a machine on which everything works has no fault, in words and in JSON', async () => {
  expect((await examine()).checks).toEqual([])
  const { stdout, code } = await machine.run(['doctor'])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/✓ Logged in as ann\n[^]*Everything works\.\n$/)])
  expect(stdout).not.toContain('\u001b')
})

test('no server is named', async () => {
  write('.config/baton/credentials.json', '{"servers":{}}')
  const found = await examine({ BATON_URL: '' })
  expect(found).toMatchObject({ checks: ['server'], cure: expect.stringContaining('baton login --server') })
})

test('the server is not reachable', async () => {
  const url = `http://127.0.0.1:${await closedPort()}`
  const found = await examine({ BATON_URL: url, BATON_TOKEN: '' })
  expect(found).toMatchObject({ checks: ['server', 'client_claude'], message: expect.stringContaining('ECONNREFUSED') })
  expect(found.cure).toContain('BATON_URL')
})

test('the name of the server does not exist', async () => {
  const found = await examine({ BATON_URL: 'http://baton.invalid' })
  expect(found).toMatchObject({ checks: ['server', 'client_claude'], message: expect.stringContaining('cannot be resolved') })
})

test('something else than a Baton answers', async () => {
  const url = await front(startOther((_, response) => void response.end('<h1>Welcome to nginx</h1>')))
  const found = await examine({ BATON_URL: url })
  expect(found).toMatchObject({ checks: ['server', 'client_claude'], message: expect.stringContaining('not like Baton') })
})

test('the address is an old one that sends everybody on', async () => {
  const moved = (_: unknown, response: any) => void response.writeHead(301, { location: `${baton.url}/health` }).end()
  const found = await examine({ BATON_URL: await front(startOther(moved)) })
  expect(found).toMatchObject({ checks: ['server', 'client_claude'], cure: `Use that address: baton login --server ${baton.url}` })
})

test('the certificate is of a private authority; naming it is the cure', async () => {
  const certificate = newCertificate()
  const url = await front(startTlsFront(baton.url, certificate))
  const found = await examine({ BATON_URL: url })
  expect(found).toMatchObject({ checks: ['tls', 'client_claude'], cure: expect.stringContaining('NODE_EXTRA_CA_CERTS') })
  const cured = await examine({ BATON_URL: url, NODE_EXTRA_CA_CERTS: certificate.cert })
  expect(cured.checks).toEqual(['login', 'client_claude'])
})

test('NODE_EXTRA_CA_CERTS names a file that is not there, or holds no certificate', async () => {
  expect(await examine({ NODE_EXTRA_CA_CERTS: at('nothing.pem') })).toMatchObject({ checks: ['private_ca'] })
  write('empty.pem', 'nothing')
  expect(await examine({ NODE_EXTRA_CA_CERTS: at('empty.pem') })).toMatchObject({ checks: ['private_ca'] })
})

test('https is asked of a server that speaks http', async () => {
  const found = await examine({ BATON_URL: baton.url.replace('http:', 'https:') })
  expect(found).toMatchObject({ checks: ['server', 'client_claude'], cure: expect.stringContaining('http:// instead of https://') })
})

test('the proxy does not answer, or is no address', async () => {
  const found = await examine({ HTTP_PROXY: `http://127.0.0.1:${await closedPort()}` })
  expect(found).toMatchObject({ checks: ['proxy'], cure: expect.stringContaining('NO_PROXY') })
  expect(await examine({ HTTPS_PROXY: 'proxy:port:3128' })).toMatchObject({ checks: ['proxy'] })
})

test('the login has ended', async () => {
  const stored = JSON.parse(credentials)
  const login = { ...stored.servers[baton.url], expires_at: new Date(0).toISOString(), refresh_token: 'x'.repeat(43) }
  write('.config/baton/credentials.json', JSON.stringify({ ...stored, servers: { [baton.url]: login } }))
  chmodSync(at('.config/baton/credentials.json'), 0o600)
  const found = await examine()
  expect(found).toMatchObject({
    checks: ['login'],
    message: expect.stringContaining('has ended'),
    cure: `Run: baton login --server ${baton.url}`,
  })
})

test('others can read the login', async () => {
  chmodSync(at('.config/baton/credentials.json'), 0o644)
  expect(await examine()).toMatchObject({ checks: ['token_file'], cure: expect.stringContaining('chmod 600') })
})

test('the folder for the configuration cannot be written', async () => {
  write('a-file', '')
  const found = await examine({ XDG_CONFIG_HOME: at('a-file') })
  expect(found).toMatchObject({ checks: ['config_folder', 'login'], cure: expect.stringContaining('XDG_CONFIG_HOME') })
})

test('the clocks differ', async () => {
  const late = new Date(Date.now() - 3_600_000).toUTCString()
  const url = await front(startFront(baton.url, ({ headers }) => void (headers['date'] = late)))
  const found = await examine({ BATON_URL: url })
  expect(found.checks).toContain('clock')
  expect(found.message).toMatch(/clock is 3\d\d\d seconds ahead of the server’s/)
})

test('the server is of another release, or too old to say', async () => {
  const change = (there: string) =>
    startFront(baton.url, (answer) => void (answer.body = answer.body.replace(`"version":"${version}",`, there)))
  const other = await examine({ BATON_URL: await front(change('"version":"9.1.0",')) })
  expect(other.checks).toContain('version')
  expect(other.cure).toContain('9.1.0')
  expect((await examine({ BATON_URL: await front(change('')) })).checks).toContain('version')
})

test('Node is too old; other commands say so as well', async () => {
  write('old-node.cjs', "Object.defineProperty(process.versions, 'node', { value: '20.1.0' })")
  const env = { NODE_OPTIONS: `--require=${at('old-node.cjs')}` }
  expect(await examine(env)).toMatchObject({ checks: ['node'], message: expect.stringContaining('20.1.0') })
  expect(await machine.run(['tasks'], { env })).toMatchObject({ code: 2, stderr: expect.stringContaining('needs Node 24') })
})

test('a client is connected to another server', async () => {
  await machine.do(['connect', 'claude', '--server', 'http://elsewhere.test', '--auth', 'oauth'])
  const found = await examine()
  expect(found).toMatchObject({ checks: ['client_claude'], cure: `Run: baton connect claude --server ${baton.url}` })
})

test('a client has this Baton twice', async () => {
  const servers = { baton: { url: `${baton.url}/mcp` }, work: { url: `${baton.url}/mcp/p/web` } }
  write('.cursor/mcp.json', JSON.stringify({ mcpServers: servers }))
  expect(await examine()).toMatchObject({ checks: ['client_cursor'], message: expect.stringContaining('baton and work') })
})

test('a client is sent to the wrong path, has a token in its file, or its file is broken', async () => {
  write('.cursor/mcp.json', JSON.stringify({ mcpServers: { baton: { url: baton.url } } }))
  expect(await examine()).toMatchObject({ checks: ['client_cursor'], cure: 'Run: baton connect cursor' })
  const headers = { Authorization: `Bearer ${token}` }
  write('.cursor/mcp.json', JSON.stringify({ mcpServers: { baton: { url: `${baton.url}/mcp`, headers } } }))
  const bare = await machine.run(['doctor', '--json'])
  expect(bare.json.findings.find(({ check }: { check: string }) => check === 'client_cursor')).toMatchObject({ state: 'fault' })
  expect(bare.stdout).not.toContain(token)
  write('.cursor/mcp.json', '{ "mcpServers": ')
  expect(await examine()).toMatchObject({ checks: ['client_cursor'], cure: expect.stringContaining('Correct the file') })
})

test('the agents’ token was revoked, is none, or is not set', async () => {
  const revoked = await ann.mcpToken('gone')
  await ann.api.revokeMcpToken({ id: revoked.id })
  expect(await examine({ BATON_TOKEN: revoked.token })).toMatchObject({
    checks: ['mcp_token'],
    message: expect.stringContaining('revoked'),
  })
  expect(await examine({ BATON_TOKEN: 'svc_a-key' })).toMatchObject({
    checks: ['mcp_token'],
    cure: expect.stringContaining('Connect an agent'),
  })
  expect(await examine({ BATON_TOKEN: '' })).toMatchObject({ checks: ['mcp_token'], message: expect.stringContaining('is not set') })
})
