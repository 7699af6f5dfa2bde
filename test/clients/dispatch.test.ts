import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunsSection } from '../../machine/src/runs/run-rules.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { agentUser, isRoot } from '../machines/receipts/checkout.ts'
import { DispatchScene, freePort } from '../machines/runs/dispatch-scene.ts'
import { readLog } from '../notices/notifications/office.ts'
import { mustUse, valueIn } from './days-work.ts'
import { pageClient, pageRuns } from './dispatch-page.ts'
import { anthropic } from './model/anthropic.ts'
import type { Model, Script } from './model/script.ts'
import { startModel } from './model/server.ts'
import { install, patience } from './packages.ts'
import type { Stage } from './program.ts'
import { claudeCode } from './programs/claude-code.ts'
import { waitFor } from '../harness/wait.ts'

// A real machine starts a real client for a task that a person assigned; only the model is scripted.

let baton: Baton
let scene: DispatchScene
let folders: Record<'claude' | 'acp', string>
const home = mkdtempSync(join(tmpdir(), 'baton-dispatched-'))
const trees = mkdtempSync(join(tmpdir(), 'baton-trees-'))
const [check = []] = pageRuns.checks ?? []

beforeAll(async () => {
  const port = await freePort()
  baton = await startBaton({ PORT: String(port), APP_URL: `http://127.0.0.1:${port}` })
  const [claude, acp] = await Promise.all([install('@anthropic-ai/claude-code'), install('@agentclientprotocol/claude-agent-acp')])
  folders = { claude, acp }
  scene = await DispatchScene.prepare(await (await baton.person('ann')).createOrganization('acme'))
  mkdirSync(join(home, '.claude'))
  if (!isRoot) return
  // The agent's user must be able to run what root has downloaded, and to write to its own folders.
  for (const folder of [claude, acp]) chmodSync(folder, 0o755)
  for (const path of [home, join(home, '.claude'), trees]) chownSync(path, Number(agentUser), Number(agentUser))
}, patience)
afterAll(async () => {
  await scene.close()
  await baton.close()
  for (const path of [home, trees]) rmSync(path, { recursive: true, force: true })
})

/** What docs/dispatch.md shows; added is only what its reader has: a user, a place to work, the program, git’s author and a model. */
function shown(name: string, model: string): RunsSection {
  const stage: Stage = { folder: '', home, url: baton.url, token: '', model }
  const programs = Object.values(folders).flatMap((folder) => [
    ...(claudeCode.path?.({ ...stage, folder }) ?? []),
    join(folder, 'node_modules/.bin'),
  ])
  const path = [...programs, dirname(process.execPath), '/usr/bin', '/bin'].join(':')
  const env = { ...claudeCode.env(stage), ANTHROPIC_MODEL: 'claude-sonnet-4-5', PATH: path, HOME: home, ...author }
  // At night it would start nothing.
  const { quiet_hours: _, ...section } = pageRuns
  const client = { ...pageClient(name), env, ...(isRoot && { as: agentUser }) }
  return { ...section, worktrees: trees, clients: { [name]: client } }
}

const author = {
  ...{ GIT_AUTHOR_NAME: 'Agent', GIT_AUTHOR_EMAIL: 'agent@example.com' },
  ...{ GIT_COMMITTER_NAME: 'Agent', GIT_COMMITTER_EMAIL: 'agent@example.com' },
}

/** Has an agent with this client work on the task, until its run has ended. */
async function dispatched(client: string, task: string, script: Script, test = 'node index.js') {
  const model = await startModel(anthropic, script)
  try {
    const agent = await scene.agent(`Builder of ${task}`, client)
    await scene.machine(
      () => shown(client, model.url),
      undefined,
      (checkout) => {
        checkout.write('package.json', JSON.stringify({ scripts: { test } }))
        checkout.commit()
        checkout.handOver()
      },
    )
    await scene.ann.api.updateTask({ task, assignee: agent })
    const run = await scene.ended(task)
    await model.ended
    return run
  } finally {
    model.close()
    for (const { machine } of scene.machines) await machine.kill()
  }
}

const newTask = () => scene.ann.api.createTask({ project: 'web', title: 'Say hello', status: 'todo' })

/** Claims the task and writes a file into its worktree; returns the fence. */
async function begin(model: Model, task: string): Promise<string> {
  expect(await model.told).toContain(task)
  const fence = valueIn(await mustUse(model, 'claim_task', { task }), 'fence')
  const { text: folder } = await mustUse(model, 'Bash', { command: 'pwd' })
  await mustUse(model, 'Write', { file_path: join(folder.trim(), 'hello.txt'), content: 'hello\n' })
  return fence
}

/** Tests and commits the way Claude Code is told to by its own instructions; returns the new commit. */
async function testAndCommit(model: Model): Promise<string> {
  expect((await mustUse(model, 'Bash', { command: 'npm test 2>&1 | tail -5' })).text).toContain('12')
  await mustUse(model, 'Bash', { command: `git add -A && git commit -m "$(cat <<'EOF'\nSay hello\n\nAs asked.\nEOF\n)"` })
  await mustUse(model, 'Bash', { command: 'git status && git diff HEAD~1' })
  return /[0-9a-f]{40}/.exec((await mustUse(model, 'Bash', { command: 'git log -1 --format=%H' })).text)?.[0] ?? ''
}

test(
  'Claude Code, started as docs/dispatch.md shows, tests, commits and completes its task, and the receipt of its run opens the gate',
  async () => {
    const { ann } = scene
    const rank = isRoot ? ('observed' as const) : ('reported' as const)
    const gates = [
      { key: 'build', name: 'Build', kind: 'evidence' as const, before_code: false, checks: [{ check: 'tests', rank, command: check }] },
      { key: 'ship', name: 'Ship', kind: 'approval' as const },
    ]
    await ann.api.createWorkflow({ name: 'Flow', slug: 'flow', gates })
    const { key: task } = await newTask()
    const feature = await ann.api.createFeature({ project: 'web', title: 'Hello', workflow: 'flow', tasks: [task] })
    const run = await dispatched('claude', task, async (model) => {
      const fence = await begin(model, task)
      // The gate stays closed until the machine has run its check; the reported commit is recorded.
      const told = await model.use('advance_feature', { feature: feature.ref, commit: await testAndCommit(model) })
      expect(told.text).toContain('What you reported is recorded')
      await mustUse(model, 'complete_task', { task, fence, notes: 'Hello is said.' })
      return 'Done.'
    })
    expect(run).toMatchObject({
      ...{ state: 'done', exit_code: 0, error: null, changes: { files: 1, insertions: 1, dirty_files: 0 } },
      receipt_id: expect.any(String),
    })
    expect(await ann.api.getTask({ task })).toMatchObject({ status: 'complete', completion_notes: 'Hello is said.' })
    expect(await ann.api.getReceipt({ receipt: run.receipt_id ?? '' })).toMatchObject({ rank })
    expect(await ann.api.advanceFeature({ feature: feature.ref })).toMatchObject({ gate: 'ship' })
  },
  patience,
)

test(
  'claude-agent-acp, started as docs/dispatch.md shows, tests, commits and completes its task',
  async () => {
    const { key: task } = await newTask()
    let head = ''
    const run = await dispatched('claude-acp', task, async (model) => {
      const fence = await begin(model, task)
      head = await testAndCommit(model)
      await mustUse(model, 'complete_task', { task, fence, notes: 'Hello is said.' })
      return 'Done.'
    })
    expect(run).toMatchObject({
      ...{ state: 'done', error: null, head, changes: { files: 1, insertions: 1, dirty_files: 0 }, refused: { count: 0, kinds: [] } },
    })
    expect(head).toMatch(/^[0-9a-f]{40}$/)
    expect(await scene.ann.api.getTask({ task })).toMatchObject({ status: 'complete' })
  },
  patience,
)

test.each([
  ['claude', 'It left 1 file uncommitted.'],
  ['claude-acp', 'It left 1 file uncommitted; 2 commands were refused.'],
])(
  '%s may run nothing but what docs/dispatch.md shows, and a run that leaves work uncommitted is unfinished, as its owner is told',
  async (client, error) => {
    const { key: task } = await newTask()
    const run = await dispatched(client, task, async (model) => {
      const fence = await begin(model, task)
      for (const command of ['git -c core.pager=sh commit -am Hello', 'node -e 1 && git add -A'])
        expect(await model.use('Bash', { command })).toMatchObject({ isError: true })
      await mustUse(model, 'complete_task', { task, fence, notes: 'Hello is said.' })
      return 'Done.'
    })
    expect(run).toMatchObject({ state: 'unfinished', error, changes: { files: 0, dirty_files: 1 } })
    expect(readFileSync(join(run.worktree ?? '', 'hello.txt'), 'utf8')).toBe('hello\n')
    await readLog(baton, scene.ann.organization ?? '')
    const { items } = await scene.ann.api.listNotifications({ limit: 20 })
    expect(items.filter(({ kind, subject }) => kind === 'run_ended' && subject?.ref === task)).toMatchObject([
      { kind: 'run_ended', excerpt: expect.stringContaining(`${error} The task is complete.`) },
    ])
  },
  patience,
)

test(
  'a run of Claude Code is stopped by a person with all that it has started',
  async () => {
    const pid = join(home, 'pid')
    const { key: task } = await newTask()
    const run = dispatched(
      'claude',
      task,
      async (model) => {
        // A stopped program asks for no further turn.
        void model.use('Bash', { command: 'npm test', timeout: 600_000 })
        return 'Never.'
      },
      `sh -c 'echo $$ > ${pid}; exec sleep 600'`,
    )
    const command = () => (existsSync(pid) ? readFileSync(pid, 'utf8').trim() : '')
    await waitFor('its command to run', command, Boolean, patience)
    await scene.ann.api.stopRun({ run: (await scene.run(task)).id })
    await waitFor('its command to be gone', () => !existsSync(`/proc/${command()}/cmdline`))
    expect(await run).toMatchObject({ state: 'stopped' })
    expect(await scene.ann.api.getTask({ task })).toMatchObject({ lease_holder: null })
  },
  patience,
)
