import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { FeatureRef } from '../../src/capabilities/features/features/feature.contract.ts'
import { operations } from '../../src/capabilities/operations.ts'
import { contract } from '../../src/kernel/contract.ts'
import { implement, type Operation } from '../../src/kernel/operation.ts'
import { newId } from '../../src/platform/ids.ts'
import { Stage, checkGates } from './gates.ts'
import { startWorld, type World } from './world.ts'

let world: World
let stage: Stage

beforeAll(async () => {
  world = await startWorld(operations)
  stage = await Stage.open(world)
})
afterAll(() => world?.close())

async function through(operation: Operation): Promise<string[]> {
  const { failures, stage: next } = await checkGates(stage, operation)
  stage = next
  return failures
}

/** Operations that do what this check must detect. */
const cheat = (name: string, work: (feature: string) => Promise<unknown>): Operation => {
  const declared = contract({
    summary: 'Broken on purpose',
    realm: 'organization',
    permission: 'feature:write',
    effect: 'change',
    input: z.strictObject({ feature: FeatureRef }),
    output: z.object({}),
  })
  const { phases } = implement(declared, { prepare: (_, { feature }) => work(feature), handle: async () => ({}) })
  return { name, contract: declared, phases: phases as Operation['phases'] }
}

test('the check finds an operation that moves a feature itself', async () => {
  const ship = `update features set status = 'complete', position = 1, gate = null, gate_kind = null where id::text = $1`
  const failures = await through(cheat('shipping', (feature) => world.look(ship, [feature])))
  expect(failures).toContain('shipping by an MCP token: the feature that needs a person is past its gate')
  expect(failures).toContain('shipping by a device: the feature that needs a result of CI is past its gate')
  expect(failures).toContain('shipping by a full API key: the feature that needs another author is past its gate')
})

test('the check finds an operation that lets a key approve in somebody else’s name', async () => {
  const approve = `insert into feature_verdicts (org_id, id, feature_id, gate, kind, verdict, before_code, commit, user_id, by_person, created_at)
    select org_id, $2, id, gate, 'approval', 'approve', false, commit, $3, true, now() from features where id::text = $1`
  const failures = await through(cheat('forging', (feature) => world.look(approve, [feature, newId(), world.colleague.user.id])))
  expect(failures).toContain('forging by a scoped API key: the feature that needs a person is past its gate')
  expect(failures.filter((failure) => failure.includes('CI'))).toEqual([])
})

test('the check finds an operation that believes what it is told about evidence', async () => {
  const pass = `insert into feature_evidence (org_id, id, feature_id, check_name, outcome, rank, before_code, commit, credential, created_at)
    select org_id, $2, id, 'tests', 'pass', 'ci', false, commit, 'api_key', now() from features where id::text = $1`
  const failures = await through(cheat('believing', (feature) => world.look(pass, [feature, newId()])))
  expect(failures).toContain('believing by an OAuth token: the feature that needs a result of CI is past its gate')
})

test('and it tries gates that do open: to CI, to another author, to another person', async () => {
  const { run } = world
  const other = world.colleague.in(stage.scene.organization.id)
  const commit = 'c'.repeat(40)
  await run('approveFeature', other, { feature: stage.features['a person'], commit })
  await run('submitReview', other, { feature: stage.features['another author'], verdict: 'approve', commit })
  const { key } = await run('createApiKey', stage.scene.person, { name: 'build', scopes: ['ci:write'] })
  const answer = await fetch(`${world.baton.url}/api/features/${stage.features['a result of CI']}/checks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ check: 'tests', outcome: 'pass', note: 'Green', commit }),
  })
  expect(await answer.json()).toMatchObject({ rank: 'ci' })
  for (const feature of Object.values(stage.features))
    expect(await run('advanceFeature', stage.scene.person, { feature })).toMatchObject({ status: 'complete' })
})
