import { afterAll, beforeAll, expect, test } from 'vitest'
import { evidenceGate, missing, shaA, shaB, startAcme, withKey, type Acme } from '../features/acme.ts'
import { Repository, ciFile } from './repository.ts'

let acme: Acme
let repository: Repository
beforeAll(async () => {
  acme = await startAcme()
  const { id } = await acme.ann.api.getProject({ project: 'web' })
  const [{ org_id } = { org_id: '' }] = await acme.baton.look<{ org_id: string }>('select org_id from projects where id = $1', [id])
  repository = await Repository.connect(acme.baton, org_id, id, acme.ann.user.id, 1)
})
afterAll(() => acme.close())

const gate = evidenceGate('build', 'tests', 'ci')
const passes = async (feature: string) => (await acme.ann.call('POST', `/api/features/${feature}/advance`, {})).status === 200

test('a check run of the default branch’s own workflow opens a gate that asks for CI, whichever comes first', async () => {
  const { ann, feature } = acme
  await repository.branch('first', shaA)
  await repository.check({ sha: shaA })
  const before = await feature(ann, [gate])
  expect(await ann.api.reportCommit({ feature: before.id, commit: shaA })).toMatchObject({
    missing: [],
    proof: 'ci',
    proof_covers: ['tests'],
  })
  const after = await feature(ann, [gate])
  await ann.api.reportCommit({ feature: after.id, commit: shaB })
  expect(await passes(after.id)).toBe(false)
  await repository.branch('second', shaB)
  await repository.check({ sha: shaB })
  await repository.read(shaB)
  const { evidence } = await ann.api.getFeature({ feature: after.id })
  expect(evidence).toMatchObject([{ rank: 'ci', credential: 'code_host', workflow_path: ciFile, event: 'push', user_id: null }])
  await repository.read(shaB)
  expect((await ann.api.getFeature({ feature: after.id })).evidence).toHaveLength(1)
  expect(await passes(after.id)).toBe(true)
})

test('where a repository is connected, a key for CI reports and is not CI', async () => {
  const { ann, feature } = acme
  const { id } = await feature(ann, [gate])
  await ann.api.reportCommit({ feature: id, commit: 'd'.repeat(40) })
  const ci = await withKey(ann, ['ci:write'])
  const said = { check: 'tests', outcome: 'pass', note: 'Green', commit: 'd'.repeat(40) } as const
  expect((await ci.api.reportCheck({ feature: id, ...said })).rank).toBe('reported')
  expect(await passes(id)).toBe(false)
})

test('a push takes the feature along and voids what was shown of the commit before', async () => {
  const { ann, feature } = acme
  const [before, after] = ['1'.repeat(40), '2'.repeat(40)]
  await repository.branch('work', before)
  await repository.check({ sha: before })
  const { id } = await feature(ann, [gate])
  await ann.api.reportCommit({ feature: id, commit: before })
  await repository.push('work', before, after)
  const moved = await ann.api.getFeature({ feature: id })
  expect(moved).toMatchObject({ commit: after, proof: 'none', evidence: [{ commit: before, void_reason: 'commit' }] })
  expect(moved.commits[0]).toMatchObject({ sha: after, reported_by: null })
  expect(await passes(id)).toBe(false)
  // A late result for the old commit, and going back to that commit, change nothing.
  await repository.check({ sha: before })
  await repository.read(before)
  expect(missing(await ann.api.reportCommit({ feature: id, commit: before }))).toEqual(['build evidence tests'])
})

test('a gate that names a workflow file takes results of that one alone', async () => {
  const { ann, feature } = acme
  const sha = '3'.repeat(40)
  await repository.branch('pinned', sha)
  await repository.check({ sha, workflow_path: '.github/workflows/docs.yml' })
  const { id } = await feature(ann, [{ ...gate, checks: [{ check: 'tests', rank: 'ci', workflow: ciFile }] }])
  const closed = await ann.api.reportCommit({ feature: id, commit: sha })
  expect(missing(closed)).toEqual(['build evidence tests reported'])
  expect(closed.missing[0]?.message).toContain(ciFile)
  await repository.check({ sha })
  await repository.read(sha)
  expect(await passes(id)).toBe(true)
})

test('a task shows the proof of the commit its branch is at, and a completion alone is a claim', async () => {
  const { ann } = acme
  const [before, after] = ['4'.repeat(40), '5'.repeat(40)]
  const { key, id } = await ann.api.createTask({ project: 'web', title: 'Dark mode' })
  expect(await ann.api.getTask({ task: key })).toMatchObject({ proof: 'none', proof_covers: [] })
  await repository.branch('web-dark', before)
  await repository.link(id, 'branch', 'web-dark')
  await repository.check({ sha: before })
  await repository.check({ sha: before, name: 'Lint' })
  await repository.read(before)
  expect(await ann.api.getTask({ task: key })).toMatchObject({ proof: 'ci', proof_covers: ['lint', 'tests'] })
  const { columns } = await ann.api.getBoard({ project: 'web' })
  expect(columns.flatMap(({ cards }) => cards).find((card) => card.key === key)).toMatchObject({ proof: 'ci' })
  await repository.push('web-dark', before, after)
  expect(await ann.api.getTask({ task: key })).toMatchObject({ proof: 'none' })
  expect(await ann.api.completeTask({ task: key })).toMatchObject({ proof: 'claimed', proof_covers: [] })
  expect(await ann.api.updateTask({ task: key, status: 'todo' })).toMatchObject({ proof: 'none' })
  expect((await ann.api.listTaskChecks({ task: key })).items.map((one) => one.void_reason)).toEqual(['commit', 'commit'])
})

test('CI reports on a task; what it says of another commit replaces what it said', async () => {
  const { ann } = acme
  const ci = await withKey(ann, ['ci:write'])
  await ann.api.createProject({ name: 'Alone', slug: 'alone', key: 'ALO' })
  const { key } = await ann.api.createTask({ project: 'alone', title: 'Build it' })
  const said = { task: key, check: 'tests', outcome: 'pass', log: '3 passed' } as const
  expect(await ci.api.reportTaskCheck({ ...said, commit: shaA })).toMatchObject({ rank: 'ci', commit: shaA, voided_at: null })
  expect((await ann.api.getTask({ task: key })).proof).toBe('ci')
  await ci.api.reportTaskCheck({ ...said, commit: shaB, outcome: 'fail' })
  expect((await ann.api.getTask({ task: key })).proof).toBe('none')
})
