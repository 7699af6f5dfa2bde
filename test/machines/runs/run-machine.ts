import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunsSection } from '../../../machine/src/runs/run-rules.ts'
import type { RunBody } from '../../../src/platform/tunnel-protocol.ts'
import { TestMachine } from '../machines.ts'
import { Checkout } from '../receipts/checkout.ts'
import { startFakeServer, type FakeServer } from './fake-server.ts'
import { waitFor } from '../../harness/wait.ts'

const agentFile = fileURLToPath(new URL('agent.ts', import.meta.url))
const acpAgentFile = fileURLToPath(new URL('acp-agent.ts', import.meta.url))
export const person = { id: randomUUID(), handle: 'ann' }

/** Without it, git commits nothing. */
const committer = {
  GIT_AUTHOR_NAME: 'Agent',
  GIT_AUTHOR_EMAIL: 'agent@example.com',
  GIT_COMMITTER_NAME: 'Agent',
  GIT_COMMITTER_EMAIL: 'agent@example.com',
}

/** The tests' clients: one for each way an agent receives its prompt. */
export const testClients: NonNullable<RunsSection['clients']> = {
  plain: {
    protocol: 'command',
    command: [process.execPath, agentFile, '{prompt}', '{mcp_config}', 'task={task}'],
    resume: [process.execPath, agentFile, '{prompt}', '{mcp_config}', 'resumed={continues}'],
    env: { OWN: '{branch}' },
    keep_env: ['KEPT'],
  },
  piped: { protocol: 'command', command: [process.execPath, agentFile, '-', '{mcp_config}'], stdin: '{prompt}' },
  acp: { protocol: 'acp', command: [process.execPath, acpAgentFile] },
  committing: { protocol: 'acp', command: [process.execPath, acpAgentFile], commands: ['git add', 'git commit'], env: committer },
  missing: { protocol: 'command', command: ['/nowhere/agent', '{prompt}'] },
}

/** Writes `runs` into a machine's allow file and adds to its jail. */
export function allowRuns(machine: TestMachine, section: RunsSection, jail: string[]): void {
  const file = machine.home.path('allow.json')
  const rest = JSON.parse(readFileSync(file, 'utf8')) as { jail: string[] }
  writeFileSync(file, JSON.stringify({ ...rest, jail: [...rest.jail, ...jail], runs: section }))
}

/** A real machine process with its own checkout, and a server that the test plays. */
export class RunMachine {
  readonly server: FakeServer
  readonly machine: TestMachine
  readonly checkout = new Checkout()

  private constructor(server: FakeServer, section: RunsSection) {
    this.server = server
    this.machine = TestMachine.alone({
      url: server.url,
      id: randomUUID(),
      organization_id: randomUUID(),
      server_public_key: server.publicKey,
      origin: 'https://baton.example',
      rp_id: 'baton.example',
    })
    allowRuns(this.machine, { people: [person.handle], clients: testClients, at_once: 4, ...section }, [this.checkout.folder])
  }

  static async start(section: RunsSection = {}): Promise<RunMachine> {
    const made = new RunMachine(await startFakeServer(), section)
    made.machine.start()
    await made.dialed()
    return made
  }

  async dialed(): Promise<void> {
    await waitFor('the machine to dial in', () => this.server.heard.some(({ type }) => type === 'hello'))
  }

  /** Kills the process with SIGKILL and starts it again on the same folder. */
  async restart(): Promise<void> {
    await this.machine.kill()
    this.server.heard.length = 0
    this.machine.start()
    await this.dialed()
  }

  body(prompt: string, twist: Partial<RunBody> = {}): RunBody {
    const run = twist.run ?? randomUUID()
    return {
      type: 'run',
      machine: this.machine.id,
      run,
      fence: 1,
      requested_by: person,
      client: 'plain',
      folder: this.checkout.folder,
      branch: `baton/web-1-${run.slice(0, 8)}`,
      task: { key: 'WEB-1', title: 'A task', project: 'web' },
      prompt,
      mcp: { url: `${this.server.url}/mcp`, token: `svc_${'secret'.repeat(6)}` },
      continues: null,
      check: null,
      expires_at: new Date(Date.now() + 120_000).toISOString(),
      ...twist,
    }
  }

  run(prompt: string, twist: Partial<RunBody> = {}): RunBody {
    const body = this.body(prompt, twist)
    this.server.sign(body)
    return body
  }

  file(name: string): string {
    mkdirSync(join(this.machine.folder, 'notes.d'), { recursive: true })
    return join(this.machine.folder, 'notes.d', name)
  }

  async close(): Promise<void> {
    await this.machine.close()
    await this.server.close()
    this.checkout.close()
  }
}

/** Which of these processes still run; zombies don't count. */
export const alive = (pids: readonly number[]): number[] =>
  pids.filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')))
    } catch {
      return false
    }
  })
