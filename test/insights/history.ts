import { setTimeout as pause } from 'node:timers/promises'
import { operations, type Operations } from '../../src/capabilities/operations.ts'
import { nobody, type Principal } from '../../src/kernel/context.ts'
import { Refusal } from '../../src/kernel/errors.ts'
import { execute } from '../../src/kernel/execute.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { newId } from '../../src/platform/ids.ts'
import type { Baton } from '../harness/baton.ts'
import type { Random } from '../work/leases/model/random.ts'

export const minute = 60_000
export const day = 86_400_000

/** What the log doesn't record: which task waits for which, and what agents reported. */
export interface Told {
  dependencies: { at: number; item: string; blockers: string[] }[]
  usage: { day: string; agent: string; project: string; model: string; cost: number }[]
}

/** An organization with three people and three agents, whose operations run at a simulated time. */
export interface Studio {
  org: string
  people: Principal[]
  agents: Principal[]
  now: { at: number }
  run(name: string, principal: Principal, input: object): Promise<any>
}

export async function openStudio(baton: Baton): Promise<Studio> {
  const ann = await (await baton.person()).createOrganization(`studio-${newId().slice(-10)}`)
  const org = ann.organization ?? ''
  const others = [await baton.person(), await baton.person()]
  for (const { user } of others) await ann.do('POST', '/api/organization/members', { user: user.handle })
  const as = (user: string, role: 'owner' | 'member', agent: string | null = null): Principal => ({
    ...nobody,
    user,
    agent,
    credential: { kind: agent ? 'mcp_token' : 'interactive', id: null },
    organization: { id: org, role },
    authenticatedAt: new Date(),
  })
  const people = [as(ann.user.id, 'owner'), ...others.map(({ user }) => as(user.id, 'member'))]
  const agents: Principal[] = []
  for (const slug of ['atlas', 'nova', 'kite']) {
    const { id } = await ann.do('POST', '/api/agents', { name: slug, slug })
    agents.push(as(ann.user.id, 'owner', id))
  }
  const gate = (key: string, kind: object) => ({ key, name: key, ...kind })
  await ann.do('POST', '/api/workflows', {
    name: 'Short',
    slug: 'short',
    gates: [
      gate('build', { kind: 'evidence', checks: [{ check: 'tests', rank: 'claimed' }] }),
      gate('look', { kind: 'review', reviews: 1 }),
      gate('ship', { kind: 'approval' }),
    ],
  })
  const now = { at: Date.parse('2026-01-01') }
  const kernel = { ...baton.node.assembly.kernel, clock: { now: () => new Date(now.at) } }
  return {
    org,
    people,
    agents,
    now,
    async run(name, principal, input) {
      for (let tries = 0; ; tries++) {
        const operation = operations.get(name as keyof Operations & string) as Operation
        const who = { ...principal, authenticatedAt: new Date(now.at) }
        const [answer, error] = await execute(kernel, operation, who, input, { door: 'test' }).then(
          (value) => [value, undefined] as const,
          (thrown: unknown) => [undefined, thrown] as const,
        )
        if (error === undefined) return answer
        // On a very busy machine the database may not answer in time: a read can be retried.
        const isBusy = error instanceof Refusal && error.code === 'unavailable' && operation.contract.effect === 'read'
        if (isBusy && tries < 30) await pause(1_000)
        else if (error instanceof Refusal && error.code === 'internal')
          throw new Error(`${name}: ${String(error.cause)}`, { cause: error.cause })
        else throw error
      }
    },
  }
}

const statuses = ['backlog', 'todo', 'in_progress', 'in_review', 'complete', 'cancelled'] as const
const labels = ['api', 'web']

export interface History {
  project: string
  slug: string
  from: number
  to: number
  /** Midnights at which something happened. */
  midnights: number[]
}

/** A few weeks in a project: tasks and features are created, moved, blocked, deleted and restored, often exactly at midnight. */
export async function liveThrough(baton: Baton, studio: Studio, random: Random, told: Told): Promise<History> {
  const slug = `h-${newId().slice(-12)}`
  const from = Date.parse('2026-01-05') + random.below(200) * day + random.below(1440) * minute
  studio.now.at = from
  const owner = studio.people[0] as Principal
  const project = await studio.run('createProject', owner, {
    name: slug,
    slug,
    key: `K${newId().replaceAll('-', '').slice(-8).toUpperCase()}`,
  })
  const tasks: { id: string; key: string; deleted: boolean }[] = []
  const features: string[] = []
  const midnights: number[] = []
  const anyone = () => random.pick(random.chance(0.5) ? studio.people : studio.agents)
  const act = async (): Promise<string> => {
    const who = anyone()
    const kind = random.weighed([
      [tasks.length < 4 ? 10 : 3, 'create'],
      [9, 'move'],
      [1, 'delete'],
      [0.5, 'restore'],
      [2, 'block'],
      [3, 'prove'],
      [1, 'label'],
      [1, 'use'],
      [features.length < 2 ? 2 : 1, 'feature'],
      [6, 'gate'],
    ] as const)
    const live = tasks.filter((task) => !task.deleted)
    const task = live.length > 0 ? random.pick(live) : undefined
    if (kind === 'create') {
      const blockers = live.filter(() => random.chance(0.15))
      const made = await studio.run('createTask', who, {
        project: slug,
        title: `task ${newId()}`,
        status: random.pick(['backlog', 'backlog', 'todo', 'in_progress', 'in_review']),
        labels: labels.filter(() => random.chance(0.3)),
        ...(blockers.length > 0 && { blocked_by: blockers.map(({ key }) => key) }),
      })
      tasks.push({ id: made.id, key: made.key, deleted: false })
      told.dependencies.push({ at: studio.now.at, item: made.id, blockers: blockers.map(({ id }) => id) })
    } else if (kind === 'move' && task)
      await studio.run('updateTask', who, { task: task.key, status: random.chance(0.35) ? 'complete' : random.pick(statuses) })
    else if (kind === 'delete' && task) {
      await studio.run('deleteTask', owner, { task: task.key })
      task.deleted = true
    } else if (kind === 'restore') {
      const gone = tasks.find((one) => one.deleted)
      if (!gone) return kind
      await studio.run('restoreItem', owner, { item: gone.key })
      gone.deleted = false
    } else if (kind === 'block' && task) {
      const blockers = live.filter((one) => one !== task && random.chance(0.2))
      await studio.run('updateTask', who, { task: task.key, blocked_by: blockers.map(({ key }) => key) })
      told.dependencies.push({ at: studio.now.at, item: task.id, blockers: blockers.map(({ id }) => id) })
    } else if (kind === 'prove' && task) {
      // How a task gets its proof is tested elsewhere; here it only has to be set when the next event is written.
      await baton.look("update work_items set proof = $2, proof_covers = '{unit}' where id = $1", [
        task.id,
        random.pick(['reported', 'observed', 'ci']),
      ])
      await studio.run('updateTask', who, { task: task.key, description: newId() })
    } else if (kind === 'label' && task)
      await studio.run('updateTask', who, { task: task.key, labels: labels.filter(() => random.chance(0.4)) })
    else if (kind === 'use') {
      const agent = random.pick(studio.agents)
      const session = await studio.run('createSession', agent, { goals: ['work'], project: slug })
      const [model, cost] = [random.pick(['opus', 'haiku']), (1 + random.below(400)) / 100]
      await studio.run('checkpointSession', agent, {
        session: session.id,
        progress: 'some',
        usage: { model, cost, tokens_in: 5, tokens_out: 5 },
      })
      told.usage.push({
        day: new Date(studio.now.at).toISOString().slice(0, 10),
        agent: agent.agent ?? '',
        project: project.id,
        model,
        cost,
      })
    } else if (kind === 'feature')
      features.push((await studio.run('createFeature', who, { project: slug, title: `feature ${newId()}`, workflow: 'short' })).ref)
    else if (kind === 'gate' && features.length > 0) {
      const feature = random.pick(features)
      const commit = newId().replaceAll('-', '').padEnd(40, 'a')
      await random.weighed<() => Promise<unknown>>([
        [4, () => studio.run('advanceFeature', who, { feature, commit, evidence: [{ check: 'tests', outcome: 'pass', note: 'done' }] })],
        [2, () => studio.run('submitReview', random.pick(studio.people), { feature, verdict: 'approve' })],
        [2, () => studio.run('approveFeature', random.pick(studio.people), { feature })],
        [2, () => studio.run('advanceFeature', who, { feature })],
        [1, () => studio.run('sendBackFeature', random.pick(studio.people), { feature, words: 'again', to: 'build' })],
        [0.5, () => studio.run('cancelFeature', owner, { feature, reason: 'no' })],
        [0.5, () => studio.run('restoreFeature', owner, { feature })],
        [1, () => studio.run('deleteFeature', owner, { feature })],
      ])()
    }
    return kind
  }
  for (let step = 0, steps = 40 + random.below(40); step < steps; step++) {
    const midnight = random.chance(0.25)
    studio.now.at += midnight ? day - (studio.now.at % day) : 1 + random.below(random.chance(0.3) ? 3 * day : 10 * 60 * minute)
    // A refused operation is not part of the history.
    const kind = await act().catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code === 'unavailable') throw error
      return 'refused'
    })
    // Moves through gates are rare, so their midnights come first.
    if (midnight) midnights[kind === 'gate' ? 'unshift' : 'push'](studio.now.at)
  }
  // Every history ends with a task that is completed at midnight and stays so, which shows what is counted on which day.
  studio.now.at += day - (studio.now.at % day)
  const last = tasks.find((task) => !task.deleted)
  if (last) {
    await studio.run('updateTask', owner, { task: last.key, status: 'in_progress' })
    studio.now.at += day
    await studio.run('updateTask', owner, { task: last.key, status: 'complete' })
    midnights.unshift(studio.now.at)
  }
  return { project: project.id, slug, from, to: studio.now.at, midnights }
}
