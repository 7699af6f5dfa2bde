import { operations } from '../../src/capabilities/operations.ts'
import { authenticateMcpToken } from '../../src/capabilities/identity/login/authenticate.ts'
import { system, type Principal } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { Refusal } from '../../src/kernel/errors.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { newId } from '../../src/platform/ids.ts'
import type { Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { allParts, claimed, type Figures, type Parts } from './proof.ts'
import { openDoor, type Door } from '../work/leases/model/door.ts'
import { installMonitor, judge, type Findings } from '../work/leases/model/monitor.ts'
import { Random } from '../work/leases/model/random.ts'
import { Window, wallClock, type Shared } from '../work/leases/model/window.ts'

interface Size {
  runs: number
  /** Concurrent runs, each in an organization of its own. */
  shards: number
  seed?: number
}

const chunk = 500
const windowsPerRun = 4
const actionsPerWindow = 4
const tasksPerRun = 3

/** Windows of several users, tokens and clients randomly do everything that can be done with leases and sessions, and lose answers. */
export const proof = {
  name: 'leases',
  claim: 'one task, one holder: whatever windows, tokens and users do to leases, and every loser is told',
  short: { runs: 28, shards: 2 },
  full: { runs: 20_000, shards: 6 },
  async run(baton: Baton, { runs, shards, seed = 1 }: Size, { part }: Parts = allParts): Promise<Record<string, number>> {
    await installMonitor(baton)
    const door = openDoor(baton)
    const sum: Figures = { runs: 0, repeated: 0, calls: 0, two_holders: 0, untold: 0, ...nothingFound(), seconds: 0 }
    // A chunk has organizations and random numbers of its own, so that any of them can be made by itself.
    for (let from = 0; from < runs; from += chunk) {
      const size = { from, to: Math.min(runs, from + chunk), shards, seed }
      const figures = await part(`runs from ${from}`, () => oneChunk(baton, door, size))
      for (const [name, value] of Object.entries(figures)) sum[name] = Math.round((Number(sum[name]) + value) * 10) / 10
    }
    await door.close()
    // Losing a lease is rare: a few runs in a hundred.
    const least = { claims: 1, completions: 1, refused: 1, losses: runs < 1000 ? 0 : 1 }
    return claimed(sum, { is: { runs, untold: 0 }, least }) as Record<string, number>
  },
}

interface Chunk {
  from: number
  to: number
  shards: number
  seed: number
}

async function oneChunk(baton: Baton, door: Door, { from, to, shards, seed }: Chunk): Promise<Record<string, number>> {
  const total = nothingFound()
  const started = performance.now()
  let [done, calls, repeated] = [0, 0, 0]
  const work = async (shard: number) => {
    const stage = await setUp(baton, door, shard)
    for (let run = from + shard; run < to; run += shards) {
      const { findings, made, isInterrupted } = await oneRun(baton, stage, new Random(seed * 1_000_003 + run)).catch((error: Error) => {
        throw new Error(`run ${run} with seed ${seed}: ${error.message}`, { cause: error })
      })
      // The machine was so busy that the database didn't answer in time: the outcome of a call is unknown, so the run is repeated.
      if (isInterrupted) {
        if (++repeated > to - from) throw new Error('the database is hardly ever there')
        run -= shards
        continue
      }
      for (const name of Object.keys(total) as (keyof Findings)[]) total[name] += findings[name]
      calls += made
      done++
    }
  }
  await Promise.all(Array.from({ length: shards }, (_, shard) => work(shard)))
  const seconds = Math.round((performance.now() - started) / 100) / 10
  return { runs: done, repeated, calls, two_holders: 0, untold: total.losses - total.told, ...total, seconds }
}

const nothingFound = (): Findings => ({ claims: 0, completions: 0, losses: 0, told: 0, refused: 0, unclear: 0 })

interface Stage {
  windows: Window[]
  agents: string[]
  person: Principal
  org: string
  clock: Baton['clock']
}

/** Two users, one with two tokens; three programs on each token with two windows each, known by a conversation, a connection or nothing. */
async function setUp(baton: Baton, door: Door, shard: number): Promise<Stage> {
  const ann = await (await baton.person()).createOrganization(`model-${newId().slice(-8)}`)
  const bob = await baton.person()
  await ann.do('POST', '/api/organization/members', { user: bob.user.handle })
  await ann.do('POST', '/api/projects', { name: 'Model', slug: 'model', key: `M${String.fromCharCode(65 + shard)}` })
  const { kernel } = baton.node.assembly
  const tokens = [await tokenOf(ann), await tokenOf(ann), await tokenOf(bob.in(ann.organization ?? ''))]
  const windows: Window[] = []
  for (const [place, token] of tokens.entries()) {
    const principal = await authenticateMcpToken(kernel, token)
    for (const client of ['claude-code', 'codex', 'editor']) {
      for (const number of [1, 2]) {
        const id = `${shard}-${place}-${client}-${number}`
        const known = client === 'codex' ? { conversation: id } : client === 'editor' ? { connection: id } : {}
        windows.push(new Window(id, { principal, address: '127.0.0.1', client, ...known }, door, baton.clock))
      }
    }
  }
  const shared: Shared = { tasks: [], sessions: new Set(), fences: [], calls: [] }
  await Promise.all(windows.map((window) => window.call('list_projects', {}, shared, false)))
  const org = ann.organization ?? ''
  const agents = await baton.look<{ id: string }>('select id from agents where org_id = $1', [org])
  const person = { ...(windows[0] as Window).caller.principal, credential: { kind: 'interactive', id: null } } as Principal
  return { windows, agents: agents.map(({ id }) => id), person, org, clock: baton.clock }
}

const tokenOf = async (person: Person): Promise<string> => (await person.mcpToken()).token

interface Outcome {
  findings: Findings
  made: number
  isInterrupted: boolean
}

const isUnavailable = (error: unknown): boolean => error instanceof Refusal && error.code === 'unavailable'

async function oneRun(baton: Baton, stage: Stage, random: Random): Promise<Outcome> {
  const { kernel } = baton.node.assembly
  const as = (principal: Principal, operation: string, input: object) =>
    execute(kernel, operations.get(operation) as Operation, principal, input, { door: 'test' })
  const shared: Shared = { tasks: [], sessions: new Set(), fences: [], calls: [] }
  for (let count = 0; count < tasksPerRun; count++) {
    const task = (await as(stage.person, 'createTask', { project: 'model', title: 'Task', status: 'todo' }).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
    })) as { key: string } | undefined
    if (!task) return { findings: nothingFound(), made: 0, isInterrupted: true }
    shared.tasks.push(task.key)
  }
  const windows = Array.from({ length: windowsPerRun }, () => random.pick(stage.windows))
  const chosen = [...new Set(windows)]
  for (const window of chosen) window.forget()
  /** What happens to the windows from outside: time, the worker, people. */
  const outside = async (operation: string, work: () => Promise<unknown>) => {
    const [from, clockFrom] = [wallClock(), stage.clock.now().getTime()]
    // A refusal is also an answer.
    const [ok, error] = await work().then(
      () => [true, ''] as const,
      (thrown: unknown) => [false, isUnavailable(thrown) ? 'unavailable' : ''] as const,
    )
    const clockTo = stage.clock.now().getTime()
    const call = { window: null, tool: operation, args: {}, answer: {}, error, notices: [] }
    shared.calls.push({ ...call, from, to: wallClock(), clockFrom, clockTo, ok })
  }
  const expire = async () => {
    const rows = await baton.look<{ id: string; lease_fence: string }>(
      'select id, lease_fence from work_items where org_id = $1 and key = any($2) and lease_until is not null',
      [stage.org, shared.tasks],
    )
    for (const { id, lease_fence } of rows) await as(system(stage.org), 'expireLease', { task_id: id, fence: Number(lease_fence) })
  }
  const world = async () => {
    for (let action = 0; action < actionsPerWindow; action++) {
      const task = random.pick(shared.tasks)
      const agent = random.pick(stage.agents)
      await random.weighed<() => Promise<void>>([
        [4, async () => stage.clock.advance(random.below(360) * 1000)],
        [3, () => outside('expire', expire)],
        [2, () => outside('override', () => as(stage.person, 'updateTask', { task, status: 'todo' }))],
        [1, () => outside('complete', () => as(stage.person, 'completeTask', { task }))],
        [
          1,
          () =>
            outside('stop', async () => {
              await as(stage.person, 'stopAgent', { agent, reason: 'Model' })
              await as(stage.person, 'resumeAgent', { agent })
            }),
        ],
      ])()
    }
  }
  // The interleaving isn't deterministic, but what each window does comes from the seed.
  const seeds = chosen.map(() => new Random(random.below(2 ** 31)))
  await Promise.all([
    world(),
    ...chosen.map(async (window, place) => {
      for (let action = 0; action < actionsPerWindow; action++) await window.act(seeds[place] as Random, shared)
    }),
  ])
  // Every window calls once more, so that the last notices are delivered too.
  for (const window of chosen) await window.call('list_projects', {}, shared, false)
  shared.calls.sort((one, other) => one.from - other.from)
  const isInterrupted = shared.calls.some(({ ok, error }) => !ok && error.startsWith('unavailable'))
  const findings = isInterrupted ? nothingFound() : await judge(baton, shared.tasks, shared.calls)
  return { findings, made: shared.calls.length, isInterrupted }
}
