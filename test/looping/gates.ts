import { authenticateApiKey, authenticateMcpToken, authenticateSession } from '../../src/capabilities/identity/login/authenticate.ts'
import type { Principal } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import type { Person } from '../harness/person.ts'
import { inFlight } from './in-flight.ts'
import { definitionOf, put, referencesIn } from './references.ts'
import { Scene, every } from './scene.ts'
import type { World } from './world.ts'

type Input = Record<string, unknown>

const commit = 'c'.repeat(40)

/** Gates that require what an author can't provide with any of their credentials. */
const workflows = {
  'a person': { key: 'approval', name: 'Approval', kind: 'approval' },
  'a result of CI': { key: 'ci', name: 'CI', kind: 'evidence', checks: [{ check: 'tests', rank: 'ci' }] },
  'another author': { key: 'review', name: 'Review', kind: 'review' },
} as const
type Need = keyof typeof workflows
const needs = Object.keys(workflows) as Need[]

/** An author with all their credentials, and a feature of theirs waiting at each such gate. */
export class Stage {
  readonly world: World
  readonly scene: Scene
  readonly callers: Record<string, Principal>
  project = ''
  features = {} as Record<Need, string>

  private constructor(world: World, scene: Scene, callers: Record<string, Principal>) {
    this.world = world
    this.scene = scene
    this.callers = callers
  }

  static async open(world: World): Promise<Stage> {
    const scene = await Scene.open(world, await world.baton.person())
    await world.run('addMember', scene.person, { user: world.colleague.user.handle })
    for (const [place, gate] of Object.values(workflows).entries())
      await world.run('createWorkflow', scene.person, { slug: `only-${place}`, name: 'One gate', gates: [gate] })
    const stage = new Stage(world, scene, await callersOf(world, scene.person))
    await stage.renew()
    return stage
  }

  async renew(): Promise<void> {
    const { run } = this.world
    const { slug } = await run('createProject', this.scene.person, {
      name: 'Waiting',
      key: `W${Math.random().toString(36).slice(2, 9)}`.toUpperCase(),
    })
    this.project = slug
    for (const [place, need] of needs.entries()) {
      const feature = await run('createFeature', this.scene.person, { project: slug, title: need, workflow: `only-${place}` })
      await run('reportCommit', this.scene.person, { feature: feature.id, commit })
      this.features[need] = feature.id
    }
  }

  /** Which of the features are past their gate, and whether all of them can still be reached. */
  async look(): Promise<{ passed: Need[]; intact: boolean }> {
    const rows = await this.world.look<{ id: string; passed: boolean; intact: boolean }>(
      `select f.id, f.status = 'complete' or f.position > 0 or f.gate is distinct from f.gates -> 0 ->> 'key' as passed,
        f.status = 'active' and f.deleted_at is null and p.deleted_at is null and p.archived_at is null and f.commit = $2 as intact
      from features f join projects p on p.org_id = f.org_id and p.id = f.project_id where f.id = any($1::uuid[])`,
      [Object.values(this.features), commit],
    )
    const passed = needs.filter((need) => rows.find((row) => row.id === this.features[need])?.passed ?? false)
    return { passed, intact: rows.length === needs.length && rows.every((row) => row.intact) }
  }

  /** Whether the author still has an account, and the organization still has its owner and its other member. */
  async stands(): Promise<boolean> {
    const [row] = await this.world.look(
      `select from organizations o join memberships m on m.org_id = o.id and m.user_id = $2 and m.role = 'owner'
        join users u on u.id = m.user_id and u.closed_at is null where o.id = $1 and o.deleted_at is null
        and exists (select from memberships c where c.org_id = o.id and c.user_id = $3)`,
      [this.scene.organization.id, this.scene.person.user.id, this.world.colleague.user.id],
    )
    return row !== undefined
  }
}

/** Real credentials, each authenticated as its door does it. */
async function callersOf({ run, look, baton, mcpToken }: World, person: Person): Promise<Record<string, Principal>> {
  const { kernel } = baton.node.assembly
  const key = async (scopes: string[]) =>
    authenticateApiKey(kernel, (await run('createApiKey', person, { name: 'a key', scopes })).key, undefined)
  const here = await authenticateSession(kernel, person.token, person.organization)
  const { device_code, user_code } = await run('requestDevice', null, {})
  await run('approveDevice', person, { user_code })
  const device = await authenticateSession(kernel, (await run('pollDevice', null, { device_code })).token, person.organization)
  const token = await authenticateMcpToken(kernel, await mcpToken(person))
  const [agent] = await look<{ id: string }>('select id from agents where org_id = $1 and owner_id = $2 limit 1', [
    person.organization,
    person.user.id,
  ])
  const mcp = { ...token, agent: agent?.id ?? null }
  return {
    'an MCP token': mcp,
    'an OAuth token': { ...mcp, credential: { ...mcp.credential, kind: 'oauth' } },
    'a full API key': await key(['*']),
    'a scoped API key': await key(['feature:own', 'workflow:own', 'project:own', 'task:own', 'ci:own', 'member:own']),
    'a device': device,
    'a login of eleven minutes ago': { ...here, authenticatedAt: new Date(Date.now() - 11 * 60_000) },
    'the author themselves': here,
  }
}

/** What somebody who wants to pass a gate would claim wherever the input allows it. */
const said: Input = {
  check: 'tests',
  outcome: 'pass',
  verdict: 'approve',
  commit,
  exit_code: 0,
  log: 'all green',
  url: 'https://ci.example.com/1',
}

async function inputFor(stage: Stage, operation: Operation): Promise<Input> {
  const input = await stage.scene.input(operation, every)
  const shape = definitionOf(operation.contract.input).shape ?? {}
  for (const [field, value] of Object.entries(said)) if (field in shape) input[field] = value
  if ('evidence' in shape) input['evidence'] = [{ check: 'tests', outcome: 'pass', exit_code: 0, log: 'all green' }]
  delete input['gate']
  return input
}

/** Attempts delete things, end sessions and more; if no input can be built any more, a new stage is opened. */
async function prepared(stage: Stage, operation: Operation): Promise<{ stage: Stage; input: Input }> {
  const input = await inputFor(stage, operation).catch(() => null)
  if (input) return { stage, input }
  const next = await Stage.open(stage.world)
  return { stage: next, input: await inputFor(next, operation) }
}

function aimed(input: Input, operation: Operation, feature: string, project: string): Input {
  const copy = structuredClone(input)
  for (const { kind, path, list } of referencesIn(operation.contract.input)) {
    const name = kind === 'feature' ? feature : kind === 'project' ? project : undefined
    if (name) put(copy, path, list ? [name] : name)
  }
  return copy
}

/** Tries an operation with every credential of an author, at every gate they can't pass. Returns what got through. */
export async function checkGates(given: Stage, operation: Operation): Promise<{ failures: string[]; tries: number; stage: Stage }> {
  const isAimed = referencesIn(operation.contract.input).some(({ kind }) => kind === 'feature')
  let stage = given
  let tries = 0
  for (const need of isAimed ? needs : needs.slice(0, 1)) {
    const ready = await prepared(stage, operation)
    stage = ready.stage
    const input = aimed(ready.input, operation, stage.features[need], stage.project)
    const tried = stage
    await inFlight(Object.keys(stage.callers), async (caller) => {
      tries++
      await attempt(tried, operation, caller, input)
      // What the attempt left behind must not open the gate either.
      if (isAimed) await attempt(tried, advance(tried), caller, { feature: tried.features[need] })
    })
  }
  await inFlight(Object.values(stage.features), (feature) => attempt(stage, advance(stage), 'a full API key', { feature }))
  const { passed, intact } = await stage.look()
  if (!(await stage.stands())) stage = await Stage.open(stage.world)
  else if (passed.length > 0 || !intact) stage = await renewed(stage)
  return passed.length > 0 ? { ...(await eachAlone(stage, operation, isAimed)), tries } : { failures: [], tries, stage }
}

const renewed = (stage: Stage): Promise<Stage> =>
  stage.renew().then(
    () => stage,
    () => Stage.open(stage.world),
  )

/** The same one caller at a time, to name the one that gets a feature past its gate. */
async function eachAlone(given: Stage, operation: Operation, isAimed: boolean): Promise<{ failures: string[]; stage: Stage }> {
  const failures: string[] = []
  let stage = given
  const check = async (caller: string) => {
    const { passed, intact } = await stage.look()
    for (const need of passed) failures.push(`${operation.name} by ${caller}: the feature that needs ${need} is past its gate`)
    if (passed.length > 0 || !intact) stage = await renewed(stage)
  }
  for (const need of isAimed ? needs : needs.slice(0, 1)) {
    const ready = await prepared(stage, operation)
    stage = ready.stage
    for (const caller of Object.keys(stage.callers)) {
      await attempt(stage, operation, caller, aimed(ready.input, operation, stage.features[need], stage.project))
      if (isAimed) await attempt(stage, advance(stage), caller, { feature: stage.features[need] })
      await check(caller)
    }
  }
  for (const feature of Object.values(stage.features)) await attempt(stage, advance(stage), 'a full API key', { feature })
  await check('a full API key')
  if (failures.length === 0) failures.push(`${operation.name}: a feature is past its gate after all of an author’s credentials at once`)
  return { failures, stage: (await stage.stands()) ? stage : await Stage.open(stage.world) }
}

const advance = ({ world }: Stage): Operation => world.operations.get('advanceFeature') as Operation

async function attempt({ world, callers }: Stage, operation: Operation, caller: string, input: Input): Promise<void> {
  const { kernel } = world.baton.node.assembly
  await execute(kernel, operation, callers[caller] as Principal, input, { door: 'test' }).catch(() => {})
}
