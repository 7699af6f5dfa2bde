import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, ownerOf, startWithGitHub, type WithGitHub } from '../code-host/connected.ts'
import { evidenceGate } from '../features/acme.ts'
import { startWorker } from '../harness/worker.ts'
import { ciFile } from './repository.ts'
import { waitFor, patience } from '../harness/wait.ts'
import { waitForJobs } from '../harness/jobs.ts'

let world: WithGitHub
let worker: { close(): Promise<void> }
beforeAll(async () => {
  world = await startWithGitHub()
  worker = await startWorker(world.baton)
})
afterAll(async () => {
  await worker.close()
  await world.close()
})

const workflow = 'on: [push]\njobs: { tests: { runs-on: ubuntu-latest, steps: [{ run: npm test }] } }\n'
const until = { timeout: patience, interval: 50 }
let count = 0

/** A feature that waits for CI at the head of a branch of a connected repository. */
async function atWork() {
  const repository = await world.github.addRepository(`gates-${++count}`)
  await repository.push('main', 'First', { [ciFile]: workflow, 'a.txt': 'a' })
  const sha = await repository.push('work', 'Second', { 'a.txt': 'b' }, { from: 'main' })
  const ann = await ownerOf(world, repository)
  await ann.api.createWorkflow({ name: 'CI', slug: 'ci', gates: [evidenceGate('build', 'tests', 'ci')] })
  await connect(ann, repository)
  const feature = await ann.api.createFeature({ project: 'web', title: 'Dark mode', workflow: 'ci' })
  await ann.api.reportCommit({ feature: feature.id, commit: sha })
  const posted = (commit: string) => repository.checks.filter(({ name, sha: at }) => name === 'Baton: gates' && at === commit)
  return { repository, ann, feature, sha, posted }
}

test('a green run opens the gate and turns the one posted check green; a push closes it before it is synced', async () => {
  const { repository, ann, feature, sha, posted } = await atWork()
  await vi.waitFor(() => expect(posted(sha)).toMatchObject([{ conclusion: 'action_required', appId: world.github.appId }]), until)
  const [{ output } = { output: null }] = posted(sha)
  expect(output).toMatchObject({
    title: '1 requirement missing',
    summary: expect.stringContaining(`**${feature.ref}** is at the gate build`),
  })
  expect(JSON.stringify(output)).not.toContain('Dark mode')

  repository.runWorkflow(sha, ciFile, { tests: 'success' }, { branch: 'work' })
  await vi.waitFor(async () => expect(await ann.api.getFeature({ feature: feature.id })).toMatchObject({ missing: [], proof: 'ci' }), until)
  await vi.waitFor(() => expect(posted(sha)).toMatchObject([{ conclusion: 'success' }]), until)

  const look = <Row>(text: string, ...values: unknown[]) => world.baton.look<Row>(text, values)
  const [head] = await look<{ seq: string }>('select seq from log_heads where org_id = $1', ann.organization)
  const next = await repository.push('work', 'Third', { 'a.txt': 'c' })
  await vi.waitFor(
    async () => expect(await ann.api.getFeature({ feature: feature.id })).toMatchObject({ commit: next, proof: 'none' }),
    until,
  )
  const order = `select type from events where org_id = $1 and seq > $2
    and (type = 'evidence.voided' or (type = 'repository.synced' and data -> 'changed' ? 'branches')) order by seq`
  const [first] = await waitFor(
    'the sync',
    () => look<{ type: string }>(order, ann.organization, head?.seq),
    (found) => found.some(({ type }) => type === 'repository.synced'),
  )
  expect(first).toEqual({ type: 'evidence.voided' })
  await vi.waitFor(() => expect(posted(next)).toMatchObject([{ conclusion: 'action_required' }]), until)
  expect(posted(sha)).toHaveLength(1)
})

test('the posted check comes back as the sync’s own state: no other event, and it is not posted again', async () => {
  const { repository, ann, sha, posted } = await atWork()
  const look = <Row>(text: string, ...values: unknown[]) => world.baton.look<Row>(text, values)
  await vi.waitFor(() => expect(posted(sha)).toHaveLength(1), until)
  await vi.waitFor(
    async () => expect(await look("select from repository_checks where head_sha = $1 and name = 'Baton: gates'", sha)).toHaveLength(1),
    until,
  )
  await waitForJobs(world.baton, ['syncRepository', 'postGates'], ann.organization)
  // The first sync, and the indexing of what it stored, may finish after the feature was created.
  const since = `select type, data -> 'changed' as changed from events where org_id = $1 and type <> 'repository.indexed' and seq >
    (select max(seq) from events where org_id = $1 and (type like 'feature.%' or data -> 'changed' ? 'files')) order by seq`
  expect(await look(since, ann.organization)).toEqual([{ type: 'repository.synced', changed: ['checks'] }])
  const sent = world.github.requests.filter((one) => !one.startsWith('GET') && one.includes(`${repository.name}/check-runs`))
  expect(sent).toEqual([`POST /repos/${repository.name}/check-runs`])
})

test('a check that a job made through the API is no result of the workflow it stands beside', async () => {
  const { repository, ann, feature, sha } = await atWork()
  const [real] = repository.runWorkflow(sha, ciFile, { lint: 'success' }, { branch: 'work' })
  repository.addCheck({
    sha,
    name: 'tests',
    appId: real?.appId ?? 0,
    conclusion: 'success',
    run: real?.run ?? null,
    output: { title: 'All green' },
  })
  await vi.waitFor(async () => expect((await ann.api.getFeature({ feature: feature.id })).evidence).toHaveLength(2), until)
  const { evidence, proof_covers } = await ann.api.getFeature({ feature: feature.id })
  expect(evidence.find(({ check }) => check === 'tests')).toMatchObject({ rank: 'reported', workflow_path: null })
  expect(proof_covers).toEqual(['lint'])
})

test('a change that edits the workflow it is tested by reports, and is no CI', async () => {
  const { repository, ann, feature } = await atWork()
  const sha = await repository.push('work', 'Third', { [ciFile]: workflow.replace('npm test', 'true') })
  repository.runWorkflow(sha, ciFile, { tests: 'success' }, { branch: 'work' })
  await vi.waitFor(
    async () => expect(await ann.api.getFeature({ feature: feature.id })).toMatchObject({ commit: sha, proof: 'reported' }),
    until,
  )
  expect((await ann.call('POST', `/api/features/${feature.id}/advance`, {})).body.code).toBe('gate_closed')
})
