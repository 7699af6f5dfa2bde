import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { json } from '../../cli/src/clients/formats/json.ts'
import { toml } from '../../cli/src/clients/formats/toml.ts'
import { yaml } from '../../cli/src/clients/formats/yaml.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { pageSnippet, pageText } from '../clients/programs/snippet.ts'
import { mcpClients } from '../../dashboard/src/pages/agents/connect/clients.ts'
import type { Person } from '../harness/person.ts'
import { samples } from './client-files.ts'
import { Machine } from './machine.ts'

const server = 'http://baton.test'
let baton: Baton
let ann: Person
let machine: Machine

beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person('ann')
})
beforeEach(async () => {
  machine?.close()
  machine = await Machine.open(server)
})
afterAll(async () => {
  machine.close()
  await baton.close()
})

const at = (file: string): string => join(machine.home, file)
const read = (file: string): string => readFileSync(at(file), 'utf8')
function write(file: string, text: string): void {
  mkdirSync(dirname(at(file)), { recursive: true })
  writeFileSync(at(file), text)
}
const parse = (file: string, text: string): any => (file.endsWith('.toml') ? toml : file.endsWith('.yaml') ? yaml : json).parse(text)

test.each(samples)('$client: the entry is added, the rest stays byte for byte, and undo restores', async (sample) => {
  write(sample.file, sample.before)
  const done = await machine.do(['connect', sample.client])
  expect(done.clients).toEqual([{ client: sample.client, file: at(sample.file), changed: true }])
  expect(read(sample.file)).toBe(sample.after.replace(/[‹›]/g, ''))
  expect(sample.after.replace(/‹[^›]*›/g, '')).toBe(sample.before)
  expect((await machine.do(['connect', sample.client])).clients[0].changed).toBe(false)
  await machine.do(['connect', sample.client, '--undo'])
  expect(read(sample.file)).toBe(sample.before)
})

test.each(samples)('$client: without a file one is made, and undo leaves nothing behind', async ({ client }) => {
  const made = (await machine.do(['connect', client])).clients[0].file
  const text = readFileSync(made, 'utf8')
  expect(text).toContain(`${server}/mcp`)
  expect(() => parse(made, text)).not.toThrow()
  expect(statSync(made).mode & 0o777).toBe(0o600)
  await machine.do(['connect', client, '--undo'])
  expect(existsSync(made)).toBe(false)
  expect(readdirSync(machine.home).filter((name) => name !== '.local')).toEqual([])
})

test.each(samples)(
  '$client: an older entry is replaced, others change the file, and undo brings the older one back',
  async ({ client, file, before }) => {
    write(file, before)
    await machine.do(['connect', client, '--server', 'http://older.test'])
    const older = read(file)
    // Without our record, the entry looks as if a person had written it.
    rmSync(at('.local/state/baton/connections.json'))
    await machine.do(['connect', client])
    expect(read(file)).not.toContain('older.test')
    const comment = file.endsWith('.toml') || file.endsWith('.yaml') ? '# later\n' : '// later\n'
    writeFileSync(at(file), comment + read(file))
    await machine.do(['connect', client, '--undo'])
    expect(read(file)).toBe(comment + older)
  },
)

test('an entry whose subtable stands apart is taken out without what is in between', () => {
  const own = ['[mcp_servers.baton]\nurl = "x"\n', '[mcp_servers.baton.env]\nA = "1"\n']
  const other = '[mcp_servers.other]\ncommand = "other"\n'
  const text = `${own[0]}${other}${own[1]}`
  expect(toml.parse(toml.remove(text, 'mcp_servers', 'baton'))).toEqual({ mcp_servers: { other: { command: 'other' } } })
  expect(() => toml.put(text, { servers: 'mcp_servers', name: 'baton', value: { url: 'y' } })).toThrow('in the middle')
})

test('connected twice, to two servers: one undo leads back to before the first', async () => {
  for (const { client, file, before } of samples) {
    write(file, before)
    await machine.do(['connect', client, '--server', 'http://older.test', '--auth', 'oauth'])
    await machine.do(['connect', client])
  }
  expect((await machine.do(['connect', '--undo'])).clients).toHaveLength(samples.length)
  for (const { file, before } of samples) expect(read(file)).toBe(before)
})

test('an entry that somebody has changed since is taken out, and everything else stays', async () => {
  for (const { client, file, before } of samples) {
    write(file, before)
    await machine.do(['connect', client])
    write(file, read(file).replace('baton.test/mcp', 'baton.test/changed'))
    expect((await machine.do(['connect', client, '--undo'])).clients[0].undone).toBe('removed')
    expect(read(file)).not.toContain('baton.test')
    expect(parse(file, read(file))).toMatchObject(parse(file, before))
  }
})

test('what is written is what docs/clients.md and the dashboard show', async () => {
  const entry = async (client: string) => {
    const { file } = (await machine.do(['connect', client])).clients[0]
    return parse(file, readFileSync(file, 'utf8'))
  }
  expect(await entry('opencode')).toEqual(pageSnippet('`opencode.json`', server))
  expect(await entry('copilot')).toEqual(pageSnippet('`~/.copilot/mcp-config.json`', server))
  expect(await entry('qwen')).toEqual(pageSnippet('`~/.qwen/settings.json`', server))
  expect(await entry('continue')).toMatchObject(yaml.parse(pageText('`~/.continue/config.yaml`', server)) as object)
  const shown = (id: string): any => {
    const snippet = mcpClients
      .find((client) => client.id === id)
      ?.snippets(`${server}/mcp`, 'http')
      .find(({ kind }) => kind === 'file')
    return snippet?.kind === 'file' ? JSON.parse(snippet.text) : undefined
  }
  for (const client of ['claude', 'cursor', 'vscode']) expect(await entry(client)).toEqual(shown(client))
})

test('a file that is not valid is left alone, and what to add is said', async () => {
  for (const [client, file, broken] of [
    ['claude', '.claude.json', '{ "mcpServers": '],
    ['codex', '.codex/config.toml', 'model = \n[mcp_servers'],
    ['continue', '.continue/config.yaml', 'mcpServers: [{ name: a }]\n'],
    ['cursor', '.cursor/mcp.json', '{ "mcpServers": [] }'],
  ] as const) {
    write(file, broken)
    const { code, stderr } = await machine.run(['connect', client])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/cannot be edited[^]*Nothing was changed[^]*baton\.test\/mcp/)])
    expect(read(file)).toBe(broken)
  }
})

test('a file in another encoding is left alone', async () => {
  mkdirSync(at('.cursor'))
  const bytes = Buffer.from('{ "name": "caf\u00e9" }', 'latin1')
  writeFileSync(at('.cursor/mcp.json'), bytes)
  expect(await machine.run(['connect', 'cursor'])).toMatchObject({ code: 1, stderr: expect.stringContaining('UTF-8') })
  expect(readFileSync(at('.cursor/mcp.json')).equals(bytes)).toBe(true)
})

test('without a name the installed ones are found; none of them is told too', async () => {
  const none = await machine.run(['connect'])
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('baton connect claude|codex|gemini')])
  mkdirSync(at('.codex'))
  mkdirSync(at('.cursor'))
  const done = await machine.do(['connect', '--auth', 'oauth'])
  expect(done.clients.map(({ client }: { client: string }) => client)).toEqual(['codex', 'cursor'])
  expect(parse('.toml', read('.codex/config.toml'))).toEqual({ mcp_servers: { baton: { url: `${server}/mcp` } } })
})

test('a token is checked, kept where only its owner can read it, and stands in no client’s file', async () => {
  const { token, id } = await ann.mcpToken('agents')
  const done = await machine.do(['connect', 'claude', '--token-stdin', '--server', baton.url], { input: `${token}\n` })
  expect(done.token).toBe('given')
  expect(read('.claude.json')).not.toContain(token)
  expect(read('.config/baton/env')).toBe(`export BATON_TOKEN='${token}'\n`)
  expect(statSync(at('.config/baton/env')).mode & 0o777).toBe(0o600)
  expect((await machine.do(['connect', 'codex', '--server', baton.url])).token).toBe('stored')
  await ann.api.revokeMcpToken({ id })
  expect((await machine.do(['connect', 'codex', '--server', baton.url])).token).toBe('missing')
  const refused = await machine.run(['connect', 'codex', '--server', baton.url], { env: { BATON_TOKEN: token } })
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Connect an agent')])
})
