import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Home, type Pairing } from '../../machine/src/home.ts'
import { pair } from '../../machine/src/pair.ts'
import type { Person } from '../harness/person.ts'
import { waitFor } from '../harness/wait.ts'

const program = fileURLToPath(new URL('../../machine/src/main.ts', import.meta.url))

/** The allow-list of the tests' machines. `note` appends one line each time it runs. */
const allowFile = (folder: string, ports: number[]) => ({
  jail: [folder],
  ports,
  actions: [
    {
      name: 'note',
      risk: 'write',
      schema: wordSchema,
      command: ['sh', '-c', 'echo "$1" >> "$0"; echo "noted $1"', join(folder, 'notes'), '{word}'],
    },
    {
      name: 'slow',
      risk: 'write',
      schema: wordSchema,
      command: ['sh', '-c', 'echo "$1" >> "$0"; sleep 1; echo "$1 done" >> "$0"', join(folder, 'slow'), '{word}'],
    },
    { name: 'fail', risk: 'read', command: ['sh', '-c', 'echo no >&2; exit 3'] },
    {
      name: 'show',
      risk: 'read',
      schema: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'], additionalProperties: false },
      paths: ['file'],
      command: ['cat', '{file}'],
    },
    { name: 'wipe', risk: 'danger', schema: wordSchema, command: ['sh', '-c', 'echo "$1" >> "$0"', join(folder, 'wiped'), '{word}'] },
  ],
})
const wordSchema = {
  type: 'object',
  properties: { word: { type: 'string', maxLength: 100 } },
  required: ['word'],
  additionalProperties: false,
}

function newFolder(ports: number[]): { folder: string; home: Home } {
  const folder = mkdtempSync(join(tmpdir(), 'baton-machine-'))
  const home = new Home(join(folder, 'home'))
  writeFileSync(home.path('allow.json'), JSON.stringify(allowFile(folder, ports)))
  return { folder, home }
}

/** A person's machine with its own folder; it runs as a real process. */
export class TestMachine {
  readonly folder: string
  readonly home: Home
  readonly id: string
  readonly owner: Person
  process: ChildProcess | undefined
  said = ''

  private constructor(folder: string, home: Home, id: string, owner: Person) {
    this.folder = folder
    this.home = home
    this.id = id
    this.owner = owner
  }

  /** Registered, claimed and confirmed, but not started. `url` is what the machine dials. */
  static async pair(owner: Person, ports: number[] = [], url = owner.url): Promise<TestMachine> {
    const { folder, home } = newFolder(ports)
    const { id, nonce } = await owner.api.registerTunnel({ name: 'Laptop' })
    const { fingerprint } = await pair(home, url, nonce)
    await owner.api.confirmTunnel({ tunnel: id, fingerprint })
    return new TestMachine(folder, home, id, owner)
  }

  /** Paired with a server that the test itself plays. */
  static alone(pairing: Pairing): TestMachine {
    const { folder, home } = newFolder([])
    home.pair(pairing)
    return new TestMachine(folder, home, pairing.id, undefined as never)
  }

  start(): this {
    const child = spawn(process.execPath, [program, 'run'], {
      env: { PATH: process.env['PATH'], BATON_MACHINE_HOME: this.home.folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (data: Buffer) => void (this.said += data.toString()))
    child.stderr.on('data', (data: Buffer) => void (this.said += data.toString()))
    this.process = child
    return this
  }

  async online(): Promise<this> {
    await waitFor('the machine to be online', async () => {
      const { status } = await this.owner.api.getTunnelStatus({ tunnel: this.id })
      const { items } = await this.owner.api.listTunnelActions({ tunnel: this.id })
      return status === 'online' && items.length > 0
    })
    return this
  }

  /** Sends SIGKILL and waits until the process has exited. */
  async kill(): Promise<void> {
    const child = this.process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }

  lines(file: string): string[] {
    const path = join(this.folder, file)
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  }

  ask(action: string, args: Record<string, unknown> = {}, expires_in = 300) {
    return this.owner.api.executeTunnelAction({ tunnel: this.id, action, arguments: args, expires_in })
  }

  action(id: string) {
    return this.owner.api.getTunnelAction({ tunnel: this.id, action: id })
  }

  async ended(id: string) {
    await waitFor(`the end of ${id}`, async () => /done|failed|unknown|denied/.test((await this.action(id)).state))
    return this.action(id)
  }
}

/** For proofs, some of which wait longer than a test does. */
export const until = (what: string, isSo: () => Promise<boolean> | boolean, within?: number): Promise<boolean> =>
  waitFor(what, isSo, Boolean, within)
