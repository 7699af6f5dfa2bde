import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/capabilities/operations.ts'
import { countTokens } from '../../src/platform/count-tokens.ts'
import { connect, ownerOf, startWithGitHub, type WithGitHub } from '../code-host/connected.ts'
import { startWorker } from '../harness/worker.ts'
import { patience } from '../harness/wait.ts'

let world: WithGitHub
let worker: { close(): Promise<void> }
beforeAll(async () => {
  world = await startWithGitHub({ EMBEDDINGS: 'off' })
  // No schedule runs here: a sync alone triggers indexing.
  worker = await startWorker(world.baton, new Map([['indexRepositories', operations.get('indexRepositories')]]))
})
afterAll(async () => {
  await worker.close()
  await world.close()
})

test('what a sync stored is indexed at once, and asked for once however many projects it belongs to', async () => {
  const repository = await world.github.addRepository('indexed')
  await repository.push('main', 'First', { 'src/harbour.ts': 'export const harbour = 1\n' })
  const ann = await ownerOf(world, repository)
  const { id } = await connect(ann, repository)
  const index = () => ann.do('GET', `/api/repos/${id}/index`)
  await expect.poll(index, { timeout: patience }).toMatchObject({ state: 'current', files_indexed: 1 })
  await ann.do('POST', '/api/projects', { name: 'App', slug: 'app', key: 'APP' })
  await ann.do('POST', '/api/repos', { project: 'app', repo: repository.name })
  const asked = async () => (await world.baton.look("select from jobs.job where name = 'indexRepositories'")).length
  expect(await asked()).toBe(1)
  const sha = await repository.push('main', 'Second', { 'src/quay.ts': 'export const quay = 2\n' })
  await ann.do('POST', `/api/repos/${id}/sync`, {})
  expect(await asked()).toBe(2)
  await expect.poll(index, { timeout: patience }).toMatchObject({ state: 'current', commit: sha, files_indexed: 2 })
  await ann.do('POST', `/api/repos/${id}/sync`, {})
  expect(await asked()).toBe(2)
})

test('whoever claims a task is told the files that its words lead to, within a few tokens', async () => {
  const repository = await world.github.addRepository('mapped')
  const uses = (at: number) => Array.from({ length: 8 }, (_, one) => `export const part${at}Use${one} = anchorage()\n`).join('')
  const others = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`lib/part${at}.ts`, uses(at)]))
  await repository.push('main', 'First', {
    ...others,
    'src/anchorage.ts': 'export const anchorage = () => 1\n',
    'src/berth-fee.ts': "import { tideTable } from './tides.ts'\nexport const berthFee = () => tideTable(1)\n",
    'src/tides.ts': 'export function tideTable(day: number) {\n  return day\n}\n',
  })
  const ann = await ownerOf(world, repository)
  const { id } = await connect(ann, repository)
  await expect.poll(() => ann.do('GET', `/api/repos/${id}/index`), { timeout: patience }).toMatchObject({ state: 'current' })
  const claim = async (title: string, headers = {}) => {
    const { key } = await ann.do('POST', '/api/tasks', { project: 'web', title })
    return (await ann.do('POST', `/api/tasks/${key}/claim`, {}, headers)).code
  }
  const expected = { repo: repository.name, files: 'src/berth-fee.ts: berthFee\nsrc/tides.ts: tideTable' }
  expect(await claim('Berths cost twice the fee in summer')).toEqual([expected])
  expect(await claim('`tideTable` is wrong at new moon')).toEqual([expected])
  expect(await claim('Write to the harbour master')).toEqual([])
  const [all] = await claim('Make anchorage faster')
  expect(all.files).toContain('lib/part')
  expect(all.files.split('\n').length).toBeLessThan(20)
  expect(countTokens(all.files)).toBeLessThanOrEqual(300)
  // A caller that may not read repositories doesn't see them here either.
  const { key } = await ann.do('POST', '/api/settings/api-keys', { name: 'tasks', scopes: ['task:write'] })
  expect(await claim('Berths cost twice the fee again', { authorization: `Bearer ${key}` })).toEqual([])
})
