import { operations, type InputOf, type OperationName, type OutputOf } from '../../../src/capabilities/operations.ts'
import { system } from '../../../src/kernel/context.ts'
import { execute } from '../../../src/kernel/execute.ts'
import type { RunBody, RunOffer, RunResult, StopRunBody } from '../../../src/platform/tunnel-protocol.ts'
import { newId } from '../../../src/platform/ids.ts'
import { startBaton, type Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'
import { TestMachine } from '../machines.ts'

/** A machine as it exists in the server's database and at its door; the test sends what the machine would send. */
export class StoredMachine {
  readonly scene: RunScene
  readonly id: string
  constructor(scene: RunScene, id: string) {
    this.scene = scene
    this.id = id
  }

  async frames(again = false): Promise<(RunBody | StopRunBody)[]> {
    const { frames } = await this.scene.asDoor('takeRuns', { tunnel_id: this.id, fence: 1, again })
    return frames.map(({ body }) => JSON.parse(body))
  }

  async take(): Promise<RunBody[]> {
    return (await this.frames()).filter((frame) => frame.type === 'run')
  }

  /** Takes the only run waiting for this machine, and throws unless there is exactly one. */
  async takeOne(): Promise<RunBody> {
    const taken = await this.take()
    if (taken.length !== 1 || !taken[0]) throw new Error(`${taken.length} runs instead of one`)
    return taken[0]
  }

  started({ run, fence, branch }: RunBody) {
    return this.scene.asDoor('recordRunStarted', { tunnel_id: this.id, run, fence, branch, worktree: `/work/trees/${run}` })
  }

  says({ run, fence }: RunBody, seq: number, text: string) {
    return this.scene.asDoor('recordRunOutput', { tunnel_id: this.id, run, fence, seq, kind: 'stdout', text })
  }

  ended({ run, fence, branch }: RunBody, result: Partial<RunResult> = {}) {
    const work = { exit_code: 0, error: null, branch, base: 'a'.repeat(40), head: 'b'.repeat(40) }
    const changes = { files_changed: 2, insertions: 10, deletions: 3, dirty_files: 0, receipt: null }
    return this.scene.asDoor('recordRunEnded', { tunnel_id: this.id, outcome: 'done', ...work, ...changes, ...result, run, fence })
  }

  renew(...runs: { run: string; fence: number }[]) {
    return this.scene.asDoor('renewRuns', { tunnel_id: this.id, runs: runs.map(({ run, fence }) => ({ run, fence })) })
  }

  offer(changes: Partial<RunOffer>) {
    return this.scene.baton.look('update tunnels set run_offer = run_offer || $2::jsonb where id = $1', [this.id, JSON.stringify(changes)])
  }

  async remove(): Promise<void> {
    await this.scene.baton.look('update tunnels set deleted_at = now() where id = $1', [this.id])
  }

  /** Marks it as online for a day, as its heartbeats would, or as gone. */
  async setOnline(online: boolean): Promise<void> {
    await this.scene.baton.look("update tunnels set node_id = $2, last_seen_at = now() + interval '1 day' where id = $1", [
      this.id,
      online ? newId() : null,
    ])
  }
}

/** An organization with a project, an agent dispatched in a workspace, and people who may request runs. */
export class RunScene {
  readonly baton: Baton
  readonly ann: Person
  readonly bob: Person
  agent = { id: '', slug: '' }
  #tasks = 0

  private constructor(baton: Baton, ann: Person, bob: Person) {
    this.baton = baton
    this.ann = ann
    this.bob = bob
  }

  static async start(): Promise<RunScene> {
    const baton = await startBaton()
    const ann = await (await baton.person('ann')).createOrganization('acme')
    const bob = (await baton.person('bob')).in(ann.organization ?? '')
    await ann.do('POST', '/api/organization/members', { user: 'bob' })
    for (const slug of ['web', 'other']) await ann.do('POST', '/api/projects', { name: slug, slug })
    await ann.api.createWorkspace({ name: 'Shop', slug: 'shop', projects: ['web', 'other'] })
    const scene = new RunScene(baton, ann, bob)
    scene.agent = await scene.newAgent('Builder')
    return scene
  }

  get org(): string {
    return this.ann.organization ?? ''
  }

  asDoor<Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>> {
    return execute(this.baton.node.assembly.kernel, operations.get(name), system(this.org), input, { door: 'websocket' })
  }

  async newAgent(name: string, at_once = 1) {
    const { id, slug } = await this.ann.api.createAgent({ name })
    await this.ann.api.setAgentDispatch({ agent: slug, workspace: 'shop', client: 'claude', at_once })
    return { id, slug }
  }

  /** A paired and connected machine with a checkout in the workspace; its allow file names Ann and Bob. */
  async machine(name: string, offer: Partial<RunOffer> = {}): Promise<StoredMachine> {
    const { id } = await TestMachine.pair(this.ann)
    const whole = { people: ['ann', 'bob'], clients: [{ name: 'claude', protocol: 'command' }], at_once: 10, quiet: false, ...offer }
    await this.baton.look(
      `update tunnels set name = $2, fence = 1, node_id = $3, last_seen_at = now() + interval '1 day', run_offer = $4 where id = $1`,
      [id, name, newId(), JSON.stringify(whole)],
    )
    await this.ann.api.addCheckout({ workspace: 'shop', machine: id, path: `/work/${name}` })
    return new StoredMachine(this, id)
  }

  newTask(person = this.ann, project = 'web') {
    return person.api.createTask({ project, title: `Task ${++this.#tasks}` })
  }

  /** A task that the person has assigned to the agent. */
  async assigned(person = this.ann, agent = this.agent.slug) {
    const task = await this.newTask(person)
    await person.api.updateTask({ task: task.key, assignee: agent })
    return task
  }

  async runsOf(task: string) {
    return (await this.ann.api.listRuns({ task })).items
  }

  async onlyRun(task: string) {
    const [run, ...more] = await this.runsOf(task)
    if (!run || more.length > 0) throw new Error(`${more.length + (run ? 1 : 0)} runs instead of one`)
    return run
  }

  /** Lets a run's lease expire, and runs the job that handles it. */
  async expire({ run, fence }: { run: string; fence: number }) {
    await this.baton.look("update runs set lease_until = now() - interval '1 second' where id = $1", [run])
    return this.asDoor('expireRun', { run_id: run, fence })
  }

  close(): Promise<void> {
    return this.baton.close()
  }
}
