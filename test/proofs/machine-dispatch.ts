import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RunsSection } from '../../machine/src/runs/run-rules.ts'
import { operations } from '../../src/capabilities/operations.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import type { Baton } from '../harness/baton.ts'
import { callTool } from '../looping/mcp-client.ts'
import { until } from '../machines/machines.ts'
import { DispatchScene, freePort } from '../machines/runs/dispatch-scene.ts'
import { alive } from '../machines/runs/run-machine.ts'
import type { Person } from '../harness/person.ts'
import { startProgram, type Program } from './programs.ts'
import { claimed } from './proof.ts'

interface Size {
  latency: number
  questions: number
  stops: number
  strangers: number
  tasks: number
  kills: number
  /** Whether a machine stays away until its leases expire and another takes over its runs: more than two minutes. */
  fallback: boolean
  idleSteps: number
  /** Milliseconds: from assignment to activity and from a decision to going on, at the 95th percentile, and for a stop; null: only reported. */
  times: { activity: number; goingOn: number; stop: number } | null
}

interface Noted {
  run: string
  task: string
  what: string
  at: number
}

const agentFile = fileURLToPath(new URL('../machines/runs/mcp-agent.ts', import.meta.url))
const quarter = 15 * 60_000

/** Real machine processes, real agent processes that work over MCP, a real server and worker; the agents' notes show what they did. */
export const proof = {
  name: 'machine-dispatch',
  claim:
    'an assigned task runs on a machine that may, once at a time, whatever is killed; nobody else starts anything, and without work nothing starts',
  timed: true,
  short: { latency: 1, questions: 1, stops: 1, strangers: 8, tasks: 6, kills: 2, fallback: false, idleSteps: 4, times: null } as Size,
  full: {
    ...{ latency: 60, questions: 30, stops: 20, strangers: 200, tasks: 300, kills: 40, fallback: true, idleSteps: 96 },
    times: { activity: 10_000, goingOn: 2000, stop: 2000 },
  } as Size,
  async run(baton: Baton, size: Size): Promise<Record<string, number>> {
    const port = await freePort()
    const own = { PORT: String(port), APP_URL: `http://127.0.0.1:${port}` }
    const programs: Program[] = [await startProgram(baton, 'serve', own), await startProgram(baton, 'worker', own)]
    const ann = await (await baton.person('ann')).createOrganization('acme')
    const stage = new Stage(baton, await DispatchScene.prepare(ann), programs[0]?.url ?? '')
    try {
      for (let count = 0; count < 3; count++) await stage.machine()
      const agent = await stage.scene.agent('Builder', 'test', 12)
      const figures = {
        ...(await latency(stage, agent, size.latency)),
        ...(await questions(stage, agent, size.questions)),
        ...(await stops(stage, agent, size.stops)),
        ...(await strangers(stage, agent, size.strangers)),
        ...(await kills(stage, agent, size)),
      }
      return claimed(
        { ...figures, ...(await idle(stage, size.idleSteps)) },
        {
          is: { started_by_strangers: 0, begun_twice: 0, completed_twice: 0, results_lost: 0, leases_left: 0, idle_starts: 0 },
          most: {
            assignment_to_activity_p95_ms: size.times?.activity ?? null,
            decision_to_going_on_p95_ms: size.times?.goingOn ?? null,
            slowest_stop_ms: size.times?.stop ?? null,
          },
          least: { done: 1 },
        },
      )
    } finally {
      await stage.scene.close()
      for (const { process, stop } of programs) {
        process.removeAllListeners('exit')
        stop()
      }
    }
  },
}

class Stage {
  readonly baton: Baton
  readonly scene: DispatchScene
  readonly url: string
  readonly files: string[] = []

  constructor(baton: Baton, scene: DispatchScene, url: string) {
    this.baton = baton
    this.scene = scene
    this.url = url
  }

  async machine(): Promise<void> {
    const runs = (folder: string): RunsSection => {
      const command = [process.execPath, agentFile, `${folder}/agents`, '{task}', '{mcp_config}']
      this.files.push(`${folder}/agents`)
      return { people: ['ann'], at_once: 4, clients: { test: { protocol: 'command', command, resume: [...command, 'resumed'] } } }
    }
    await this.scene.machine(runs, this.url)
  }

  notes(): Noted[] {
    const texts = this.files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'))
    return texts.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line) as Noted)
  }

  async noted(task: string, what: string): Promise<Noted> {
    const find = () => this.notes().find((one) => one.task === task && one.what.startsWith(what))
    await until(`${task}: ${what}`, () => find() !== undefined)
    return find() as Noted
  }
}

const p95 = (values: number[]): number => Math.round(values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? 0)

/** From the assignment to the agent's first output, which it writes after its first call, as the API shows it. */
async function latency({ scene }: Stage, agent: string, count: number) {
  const took: number[] = []
  for (let turn = 0; turn < count; turn++) {
    const { key } = await scene.ann.api.createTask({ project: 'web', title: 'work 0', status: 'todo' })
    const from = performance.now()
    await scene.ann.api.updateTask({ task: key, assignee: agent })
    await until('its first words', async () => (await scene.said(key)).includes('begun'))
    took.push(performance.now() - from)
    await scene.ended(key)
  }
  return { assigned: count, assignment_to_activity_p95_ms: p95(took) }
}

/** From a person's answer to the start of the process that resumes the run. */
async function questions(stage: Stage, agent: string, count: number) {
  const { scene } = stage
  const took: number[] = []
  for (let turn = 0; turn < count; turn++) {
    const task = await scene.assigned(agent, 'ask')
    await scene.runs(task, 'waiting')
    const { items } = await scene.ann.api.listComments({ item: task })
    const from = Date.now()
    await scene.ann.api.answerComment({ item: task, comment: items[0]?.id ?? '', choice: 'Left' })
    took.push((await stage.noted(task, 'resumed')).at - from)
    await scene.runs(task, 'done')
  }
  return { answered: count, decision_to_going_on_p95_ms: p95(took) }
}

/** Stops an agent that ignores SIGTERM, with a child in its process group and one that has left it. */
async function stops(stage: Stage, agent: string, count: number) {
  const { scene } = stage
  const took: number[] = []
  for (let turn = 0; turn < count; turn++) {
    const task = await scene.assigned(agent, 'hang')
    const pids = (await stage.noted(task, 'hangs')).what.split(' ').slice(1).map(Number)
    const { id } = await scene.run(task)
    const from = performance.now()
    await scene.ann.api.stopRun({ run: id })
    await until('all to be gone', () => alive(pids).length === 0)
    took.push(performance.now() - from)
    await scene.runs(task, 'stopped')
  }
  return { stopped: count, slowest_stop_ms: Math.round(Math.max(...took)) }
}

/** A member that no machine lists, the agent itself, another agent and an API key try every way to start a run. */
async function strangers({ baton, scene, ...stage }: Stage, agent: string, count: number) {
  const { ann } = scene
  const bob = (await baton.person('bob')).in(ann.organization ?? '')
  await ann.api.addMember({ user: 'bob' })
  const { token } = await ann.api.createMcpToken({ name: 'agent' })
  const { key } = await ann.api.createApiKey({ name: 'key', scopes: ['*'] })
  const newTask = async (person: Person) => (await person.api.createTask({ project: 'web', title: 'forbidden', status: 'todo' })).key
  const withKey = { authorization: `Bearer ${key}` }
  const machine = scene.machines[0]?.machine.id ?? ''
  const ways: (() => Promise<unknown>)[] = [
    async () => bob.api.updateTask({ task: await newTask(bob), assignee: agent }),
    async () => bob.call('POST', `/api/tasks/${await newTask(bob)}/runs`, { agent, machine }),
    async () => bob.call('POST', `/api/tasks/${await newTask(bob)}/comments`, { body: `@${agent} please` }),
    async () => callTool(ann.url, token, 'update_task', { task: await newTask(ann), assignee: agent }),
    async () => callTool(ann.url, token, 'update_task', { task: await newTask(ann), comment: `@${agent} please` }),
    async () => callTool(ann.url, token, 'create_task', { project: 'web', title: 'forbidden', assignee: agent }),
    async () => ann.call('POST', `/api/tasks/${await newTask(ann)}/runs`, { agent }, withKey),
    async () => ann.call('PUT', `/api/tasks/${await newTask(ann)}`, { assignee: agent }, withKey),
  ]
  for (let turn = 0; turn < count; turn++) await ways[turn % ways.length]?.()
  // Authorized people still can: a machine that starts nothing would prove nothing.
  const honest = await scene.assigned(agent, 'work 0')
  await scene.runs(honest, 'done')
  const forbidden = await baton.look<{ key: string }>("select key from work_items where title = 'forbidden'")
  const keys = new Set(forbidden.map((one) => one.key))
  const started = new Stage(baton, scene, stage.url)
  started.files.push(...stage.files)
  await baton.look("update runs set state = 'stopped', ended_at = now() where state = 'queued'")
  return { tries: count, started_by_strangers: started.notes().filter(({ task }) => keys.has(task)).length }
}

async function kills(stage: Stage, agent: string, { tasks: count, kills: killCount, fallback }: Size) {
  const { scene, baton } = stage
  const tasks: string[] = []
  const assigned = (async () => {
    for (let turn = 0; turn < count; turn++) tasks.push(await scene.assigned(agent, `work ${200 + (turn % 7) * 150}`))
  })()
  const open = async () =>
    Number((await baton.look<{ count: string }>("select count(*) from runs where state in ('queued', 'starting', 'running')"))[0]?.count)
  const held = (id: string) =>
    baton.look<{ id: string; fence: number; lease_until: Date }>(
      "select id, fence, lease_until from runs where tunnel_id = $1 and state in ('starting', 'running')",
      [id],
    )
  const healed: number[] = []
  for (let turn = 0; turn < killCount; turn++) {
    const { machine } = scene.machines[turn % 3] as (typeof scene.machines)[0]
    await until('it to hold a run', async () => (await held(machine.id)).length > 0 || (await open()) === 0)
    await machine.kill()
    if (fallback && turn === 1) healed.push(...(await stayAway(stage, await held(machine.id))))
    machine.start()
  }
  await assigned
  await until('every run to end', async () => (await open()) === 0, 900_000)
  const ends = await Promise.all(tasks.map((task) => scene.run(task)))
  const states = new Map(
    (await baton.look<{ key: string; status: string }>('select key, status from work_items')).map((one) => [one.key, one.status]),
  )
  const mine = new Set(tasks)
  const notes = stage.notes().filter(({ task }) => mine.has(task))
  const begun = notes.filter(({ what }) => what === 'started' || what === 'resumed')
  const completed = notes.filter(({ what }) => what === 'completed')
  const [left] = await baton.look<{ leases: string; sessions: string }>(
    `select (select count(*) from work_items where lease_until is not null) as leases,
       (select count(*) from agent_sessions where status = 'running') as sessions`,
  )
  return {
    tasks: count,
    kills: killCount,
    attempts: begun.length,
    done: ends.filter(({ state }) => state === 'done').length,
    begun_twice: begun.length - new Set(begun.map(({ run }) => run)).size,
    completed_twice: completed.length - new Set(completed.map(({ task }) => task)).size,
    results_lost: ends.filter(({ task, state }) => (state === 'done') !== (states.get(task.key) === 'complete')).length,
    given_up_after_three_attempts: ends.filter(({ state }) => state === 'failed').length,
    leases_left: Number(left?.leases) + Number(left?.sessions),
    fallbacks: healed.length,
    slowest_fallback_after_lease_s: Math.round(Math.max(0, ...healed) / 1000),
  }
}

/** A machine stays away until others have taken over its runs; returns how long after each lease's end that happened. */
async function stayAway({ baton }: Stage, lost: { id: string; fence: number; lease_until: Date }[]): Promise<number[]> {
  const took: number[] = []
  for (const { id, fence, lease_until } of lost) {
    await until(
      'another machine to take it',
      async () => {
        const [run] = await baton.look<{ fence: number; state: string }>('select fence, state from runs where id = $1', [id])
        return run !== undefined && (run.fence > fence || !['queued', 'starting', 'running'].includes(run.state))
      },
      240_000,
    )
    took.push(Date.now() - lease_until.getTime())
  }
  return took
}

/** Advances the server's clock in steps of 15 minutes, a day at full size: whatever looks for runs must find none. */
async function idle({ baton, scene, ...stage }: Stage, steps: number) {
  const machine = scene.machines[0]?.machine
  const before = stage.files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8').length)
  const { kernel } = baton.node.assembly
  const org = scene.ann.organization ?? ''
  let offered = 0
  for (let step = 0; step < steps; step++) {
    baton.clock.advance(quarter)
    const [row] = await baton.look<{ id: string; fence: number }>('select id, fence from tunnels where id = $1', [machine?.id])
    if (!row) continue
    const { frames } = await execute(
      kernel,
      operations.get('takeRuns'),
      system(org),
      { tunnel_id: row.id, fence: Number(row.fence), again: true },
      { door: 'websocket' },
    )
    offered += frames.length
    kernel.hint(org)
  }
  const after = stage.files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8').length)
  return { idle_hours: (steps * quarter) / 3_600_000, idle_starts: offered + (JSON.stringify(before) === JSON.stringify(after) ? 0 : 1) }
}
