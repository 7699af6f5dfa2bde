import { operations } from '../../src/capabilities/operations.ts'
import { system } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import { ownerOf, type WithGitHub } from '../code-host/connected.ts'
import { startGitHub } from '../code-host/github-stand-in.ts'
import type { HostRepository } from '../code-host/host-repository.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'
import { claimed } from './proof.ts'

interface Size {
  files: number
  deliveries: number
}

/** A large repository read with few requests, and webhooks that get lost, arrive twice and out of order. */
export const proof = {
  name: 'code-sync',
  claim:
    'a repository that did not change costs at most 5 requests, one changed file at most 10, and lost, repeated and shuffled webhooks change nothing',
  short: { files: 120, deliveries: 30 },
  full: { files: 5000, deliveries: 1000 },

  async run({ servers }: Baton, { files, deliveries }: Size): Promise<Record<string, number>> {
    const github = await startGitHub()
    const baton = await startBaton(github.settings, undefined, servers)
    github.deliveries.target = `${baton.url}/api/repos/github/webhook`
    const world: WithGitHub = { baton, github, close: async () => {} }
    const worker = await startWorker(baton)
    try {
      return { ...(await countRequests(world, files)), ...(await disturb(world, deliveries)) }
    } finally {
      await github.deliveries.settled()
      await worker.close()
      await baton.close()
      await github.close()
    }
  },
}

/** A connected repository whose sync is run by hand, so that its requests can be counted. */
async function connected(world: WithGitHub, repository: HostRepository): Promise<{ ann: Person; sync(): Promise<string[]>; id: string }> {
  const { baton, github } = world
  const ann = await ownerOf(world, repository)
  const { id } = await ann.do('POST', '/api/repos', { project: 'web', repo: repository.name })
  const sync = async () => {
    await settled(baton, id)
    github.requests.length = 0
    const { kernel } = baton.node.assembly
    await execute(kernel, operations.get('syncRepository'), system(ann.organization as string), { repository_id: id }, { door: 'worker' })
    return [...github.requests]
  }
  return { ann, sync, id }
}

/** Waits until no job of this repository is queued or running. */
async function settled(baton: Baton, id: string): Promise<void> {
  const open = `select from repositories r where r.id = $1 and (r.wanted_at is not null or r.claim_id is not null or r.checked_at is null)
    union all select from jobs.job where name = 'syncRepository' and state in ('created', 'retry', 'active') and data->>'repository_id' = $1::text`
  for (let waited = 0; (await baton.look(open, [id])).length > 0; waited++) {
    if (waited > 3000) throw new Error('the sync does not come to an end')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function countRequests(world: WithGitHub, files: number): Promise<Record<string, number>> {
  const repository = await world.github.addRepository('large')
  const all = Array.from({ length: files }, (_, at) => [`src/part-${at % 50}/file-${at}.ts`, `export const value${at} = ${at}\n`] as const)
  await repository.push('main', 'First', Object.fromEntries(all))
  world.github.requests.length = 0
  const began = performance.now()
  const { sync, id } = await connected(world, repository)
  await settled(world.baton, id)
  const first_seconds = Math.round((performance.now() - began) / 100) / 10
  const first = world.github.requests.filter((line) => !/login|user/.test(line)).length
  const stored = await world.baton.look<{ count: number }>(
    'select count(*)::integer from repository_files where repository_id = $1 and content is not null',
    [id],
  )
  if (stored[0]?.count !== files) throw new Error(`${stored[0]?.count} of ${files} files are stored`)
  const unchanged = (await sync()).length
  world.github.deliveries.held = []
  await repository.push('main', 'One', { 'src/part-1/file-1.ts': 'export const value1 = 2\n' })
  world.github.deliveries.held = null
  const one_file = (await sync()).length
  if (unchanged > 5 || one_file > 10) throw new Error(`unchanged: ${unchanged} requests, one file: ${one_file}`)
  return { files, first_seconds, first_requests: first, unchanged_requests: unchanged, one_file_requests: one_file }
}

async function disturb(world: WithGitHub, wanted: number): Promise<Record<string, number>> {
  const { baton, github } = world
  const repository = await github.addRepository('busy')
  await repository.push('main', 'First', { 'README.md': '# Busy', '.github/workflows/ci.yml': 'on: push\n' })
  const one = await connected(world, repository)
  for (let task = 0; task < 20; task++) await one.ann.do('POST', '/api/tasks', { project: 'web', title: `Task ${task}` })
  const random = mulberry(7)
  let made = 0
  let sent = 0
  let lost = 0
  while (made < wanted) {
    const before = github.deliveries.sent.length
    github.deliveries.held = []
    while (github.deliveries.sent.length - before < Math.min(100, wanted - made)) await act(repository, random)
    made += github.deliveries.sent.length - before
    // A third is lost, a third arrives twice, and the order is shuffled.
    const done = await github.deliveries.release(
      () => Math.floor(random() * 3),
      (all) => shuffled(all, random),
    )
    sent += done.sent
    lost += done.lost
  }
  repository.runWorkflow((await repository.git.head('main')) as string, '.github/workflows/ci.yml', { test: 'success' })
  await github.deliveries.settled()
  await settled(baton, one.id)
  await one.sync()
  const other = await connected(world, repository)
  for (let task = 0; task < 20; task++) await other.ann.do('POST', '/api/tasks', { project: 'web', title: `Task ${task}` })
  await settled(baton, other.id)
  await other.ann.do('POST', `/api/repos/${other.id}/sync`, {})
  const different = await compare(baton, one.id, other.id)
  if (different.length > 0) throw new Error(`not as a fresh sync has it: ${different.join(', ')}`)
  // A delivery that changes nothing emits no event.
  const events = () => baton.look("select from events where org_id = $1 and type = 'repository.synced'", [one.ann.organization])
  const told = (await events()).length
  for (const delivery of github.deliveries.sent.slice(-20)) await github.deliveries.send(delivery, { guid: `again-${delivery.id}` })
  await settled(baton, one.id)
  const figures = { deliveries: made, sent, lost, different: different.length, events_of_repeats: (await events()).length - told }
  // Without any that was lost, this would prove nothing.
  return claimed(figures, { is: { events_of_repeats: 0 }, least: { deliveries: wanted, sent: 1, lost: 1 } })
}

const tables: Record<string, string> = {
  repository_branches: 'name, sha, protected',
  pull_requests: 'number, title, state, draft, author, head_ref, head_sha, base_ref, review_decision, merged_at',
  repository_checks: 'host_id, head_sha, name, app_id, workflow_path, workflow_trusted, event, status, conclusion',
  repository_files: 'path, blob_sha, size, content, skipped',
}

async function compare(baton: Baton, one: string, other: string): Promise<string[]> {
  const rows = async (table: string, columns: string, id: string) =>
    (await baton.look<{ row: string }>(`select row(${columns})::text as row from ${table} where repository_id = $1 order by 1`, [id])).map(
      ({ row }) => row,
    )
  const different: string[] = []
  for (const [table, columns] of Object.entries(tables)) {
    const [mine, fresh] = [await rows(table, columns, one), await rows(table, columns, other)]
    if (JSON.stringify(mine) !== JSON.stringify(fresh)) different.push(`${table} (${mine.length} and ${fresh.length} rows)`)
    if (mine.length === 0) different.push(`${table} is empty`)
  }
  // A fresh sync reads only the newest part of the history; commits that were read earlier stay.
  const known = new Set(await rows('repository_commits', 'sha, subject', one))
  if ((await rows('repository_commits', 'sha, subject', other)).some((row) => !known.has(row))) different.push('repository_commits')
  const heads = await baton.look(
    'select from repositories a join repositories b on a.head_sha = b.head_sha where a.id = $1 and b.id = $2',
    [one, other],
  )
  return heads.length === 1 ? different : [...different, 'head_sha']
}

/** A random everyday action on the host. */
async function act(repository: HostRepository, random: () => number): Promise<void> {
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  const number = Math.floor(random() * 1_000_000)
  const branches = (await repository.git.branches()).map(({ name }) => name).filter((name) => name !== 'main')
  const open = [...repository.pulls.values()].filter(({ state }) => state === 'OPEN')
  const pull = pick(open)
  const branch = pick(branches)
  const dice = random()
  const file = { [`src/${number % 40}.ts`]: `// ${number}\n` }
  const message = `Change ${number}${number % 3 ? '' : ` for WEB-${1 + (number % 20)}`}`
  if (dice < 0.2 || !branch) await repository.push(`topic-${number}`, message, file, { from: 'main' })
  else if (dice < 0.35) await repository.push(branch, message, file)
  else if (dice < 0.45) await repository.push('main', message, file)
  else if (dice < 0.5) await repository.push(branch, `Rewritten ${number}`, file, { from: 'main' })
  else if (dice < 0.6 && !open.some(({ head }) => head === branch)) await repository.openPull(branch, `WEB-${1 + (number % 20)}: ${number}`)
  else if (dice < 0.7 && pull)
    repository.review(pull.number, pick(['bob', 'eve']) as string, pick(['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED'] as const)!)
  else if (dice < 0.75 && pull) await repository.merge(pull.number)
  else if (dice < 0.8 && pull) repository.close(pull.number)
  else if (dice < 0.84) await repository.deleteBranch(branch)
  else if (dice < 0.88 && pull) repository.edit(pull.number, `WEB-${1 + (number % 20)}: renamed ${number}`)
  else {
    const sha = (await repository.git.head(pick([branch, 'main']) as string)) as string
    const [check] = repository.runWorkflow(sha, '.github/workflows/ci.yml', { test: null })
    if (check && random() < 0.7) repository.completeCheck(check.id, pick(['success', 'failure']) as string)
  }
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => [random(), one] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, one]) => one)
}

/** A seeded random generator, so that every run is the same. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
