import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import type { RunsSection } from '../../../machine/src/runs/run-rules.ts'
import type { Person } from '../../harness/person.ts'
import { TestMachine } from '../machines.ts'
import { Checkout } from '../receipts/checkout.ts'
import { waitFor } from '../../harness/wait.ts'

/** A port that was free a moment ago: the URL given to agents must be known before the server listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const ended = ['done', 'unfinished', 'failed', 'stopped', 'waiting']

/** A person with a project, a workspace and agents dispatched in it, on real machine processes with a checkout each. */
export class DispatchScene {
  readonly ann: Person
  readonly machines: { machine: TestMachine; checkout: Checkout }[] = []

  private constructor(ann: Person) {
    this.ann = ann
  }

  static async prepare(ann: Person): Promise<DispatchScene> {
    await ann.api.createProject({ name: 'Web', slug: 'web', key: 'WEB' })
    await ann.api.createWorkspace({ name: 'Shop', slug: 'shop', projects: ['web'] })
    return new DispatchScene(ann)
  }

  async agent(name: string, client: string, at_once = 1): Promise<string> {
    const { slug } = await this.ann.api.createAgent({ name })
    await this.ann.api.setAgentDispatch({ agent: slug, workspace: 'shop', client, at_once })
    return slug
  }

  /** A connected machine; `url` is what it dials. */
  async machine(runs: (folder: string) => RunsSection, url = this.ann.url, prepare?: (checkout: Checkout) => void): Promise<TestMachine> {
    const machine = await TestMachine.pair(this.ann, [], url)
    const checkout = new Checkout()
    prepare?.(checkout)
    const file = machine.home.path('allow.json')
    const rest = JSON.parse(readFileSync(file, 'utf8')) as { jail: string[] }
    writeFileSync(file, JSON.stringify({ ...rest, jail: [machine.folder, checkout.folder], runs: runs(machine.folder) }))
    this.machines.push({ machine, checkout })
    await machine.start().online()
    await this.ann.api.addCheckout({ workspace: 'shop', machine: machine.id, path: checkout.folder })
    return machine
  }

  /** A new task that the person has assigned to the agent, which queues a run. */
  async assigned(agent: string, title = 'A task', description?: string): Promise<string> {
    const { key } = await this.ann.api.createTask({
      project: 'web',
      title,
      status: 'todo',
      ...(description !== undefined && { description }),
    })
    await this.ann.api.updateTask({ task: key, assignee: agent })
    return key
  }

  /** The task's last run. */
  async run(task: string) {
    const [run] = (await this.ann.api.listRuns({ task })).items
    if (!run) throw new Error(`${task} has no run`)
    return run
  }

  async runs(task: string, ...states: string[]) {
    await waitFor(
      `${task} to be ${states.join(' or ')}`,
      async () => states.includes((await this.run(task)).state),
      Boolean,
      600_000,
    ).catch(async (error: Error) => {
      throw new Error(`${error.message}: ${JSON.stringify(await this.run(task))}, and said ${await this.said(task)}`)
    })
    return this.run(task)
  }

  ended = (task: string) => this.runs(task, ...ended)

  async said(task: string): Promise<string> {
    const { items } = await this.ann.api.listRunOutput({ run: (await this.run(task)).id, limit: 500 })
    return items.map(({ text }) => text).join('')
  }

  async close(): Promise<void> {
    for (const { machine, checkout } of this.machines) {
      await machine.close()
      checkout.close()
    }
  }
}
