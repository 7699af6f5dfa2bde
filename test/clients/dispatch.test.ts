import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunsSection } from '../../machine/src/runs/run-rules.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import { agentUser, isRoot } from '../machines/receipts/checkout.ts'
import { DispatchScene, freePort } from '../machines/runs/dispatch-scene.ts'
import { mustUse, valueIn } from './days-work.ts'
import { anthropic } from './model/anthropic.ts'
import type { Script } from './model/script.ts'
import { startModel } from './model/server.ts'
import { install, patience } from './packages.ts'
import type { Stage } from './program.ts'
import { claudeCode } from './programs/claude-code.ts'
import { waitFor } from '../harness/wait.ts'

// A real machine starts a real client for a task that a person assigned; only the model is scripted.

let baton: Baton
let scene: DispatchScene
let folder: string
const home = mkdtempSync(join(tmpdir(), 'baton-dispatched-'))
const trees = mkdtempSync(join(tmpdir(), 'baton-trees-'))
const check = ['node', 'index.js']

beforeAll(async () => {
  const port = await freePort()
  ;[baton, folder] = await Promise.all([
    startBaton({ PORT: String(port), APP_URL: `http://127.0.0.1:${port}` }),
    install('@anthropic-ai/claude-code'),
  ])
  scene = await DispatchScene.prepare(await (await baton.person('ann')).createOrganization('acme'))
  mkdirSync(join(home, '.claude'))
  if (!isRoot) return
  // The agent's user must be able to run what root has downloaded, and to write to its own folders.
  chmodSync(folder, 0o755)
  for (const path of [home, join(home, '.claude'), trees]) chownSync(path, Number(agentUser), Number(agentUser))
}, patience)
afterAll(async () => {
  await scene.close()
  await baton.close()
  for (const path of [home, trees]) rmSync(path, { recursive: true, force: true })
})

/** Configured as docs/dispatch.md says, with the scripted model's address. */
function claude(model: string): RunsSection {
  const stage: Stage = { folder, home, url: baton.url, token: '', model }
  const path = [...(claudeCode.path?.(stage) ?? []), dirname(process.execPath), '/usr/bin', '/bin'].join(':')
  const arguments_ = ['--mcp-config', '{mcp_config}', '--strict-mcp-config', '--permission-mode', 'bypassPermissions']
  return {
    people: ['ann'],
    worktrees: trees,
    checks: [check],
    clients: {
      claude: {
        protocol: 'command',
        command: ['claude', '-p', '{prompt}', ...arguments_, '--model', 'claude-sonnet-4-5'],
        resume: ['claude', '--continue', '-p', '{prompt}', ...arguments_, '--model', 'claude-sonnet-4-5'],
        env: { ...claudeCode.env(stage), PATH: path, HOME: home },
        ...(isRoot && { as: agentUser }),
      },
    },
  }
}

const git = 'git -c user.name=Agent -c user.email=agent@example.com'

test(
  'Claude Code is started for an assigned task, completes it over MCP, and the receipt of its run opens the gate',
  async () => {
    const { ann } = scene
    const gates = [
      {
        key: 'build',
        name: 'Build',
        kind: 'evidence' as const,
        before_code: false,
        checks: [{ check: 'tests', rank: isRoot ? ('observed' as const) : ('reported' as const), command: check }],
      },
      { key: 'ship', name: 'Ship', kind: 'approval' as const },
    ]
    await ann.api.createWorkflow({ name: 'Flow', slug: 'flow', gates })
    const task = await ann.api.createTask({ project: 'web', title: 'Say hello', status: 'todo' })
    const feature = await ann.api.createFeature({ project: 'web', title: 'Hello', workflow: 'flow', tasks: [task.key] })
    const script: Script = async (model) => {
      expect(await model.told).toContain(task.key)
      const fence = valueIn(await mustUse(model, 'claim_task', { task: task.key }), 'fence')
      await mustUse(model, 'Bash', { command: `echo hello > hello.txt && ${git} add -A && ${git} commit -qm Hello && git rev-parse HEAD` })
      const { text: head } = await mustUse(model, 'Bash', { command: 'git rev-parse HEAD' })
      // The gate stays closed until the machine has run its check; the reported commit is recorded.
      const told = await model.use('advance_feature', { feature: feature.ref, commit: /[0-9a-f]{40}/.exec(head)?.[0] ?? '' })
      expect(told.text).toContain('What you reported is recorded')
      await mustUse(model, 'complete_task', { task: task.key, fence, notes: 'Hello is said.' })
      return 'Done.'
    }
    const model = await startModel(anthropic, script)
    try {
      const agent = await scene.agent('Builder', 'claude')
      await scene.machine(
        () => claude(model.url),
        undefined,
        (checkout) => checkout.handOver(),
      )
      await ann.api.updateTask({ task: task.key, assignee: agent })
      const run = await scene.ended(task.key)
      await model.ended
      expect(run).toMatchObject({
        state: 'done',
        exit_code: 0,
        changes: { files: 1, insertions: 1, dirty_files: 0 },
        receipt_id: expect.any(String),
      })
      expect(await ann.api.getTask({ task: task.key })).toMatchObject({ status: 'complete', completion_notes: 'Hello is said.' })
      const receipt = await ann.api.getReceipt({ receipt: run.receipt_id ?? '' })
      expect(receipt).toMatchObject({ rank: isRoot ? 'observed' : 'reported' })
      expect(await ann.api.advanceFeature({ feature: feature.ref })).toMatchObject({ gate: 'ship' })
    } finally {
      model.close()
      for (const { machine } of scene.machines) await machine.kill()
    }
  },
  patience,
)

test(
  'a run of Claude Code is stopped by a person with all that it has started',
  async () => {
    const pid = join(home, 'pid')
    const model = await startModel(anthropic, async ({ use }) => {
      await use('Bash', { command: `sh -c 'echo $$ > ${pid}; exec sleep 600'`, timeout: 600_000 })
      return 'Never.'
    })
    try {
      const agent = await scene.agent('Sleeper', 'claude')
      await scene.machine(
        () => claude(model.url),
        undefined,
        (checkout) => checkout.handOver(),
      )
      const task = await scene.assigned(agent)
      await waitFor('its command to run', () => existsSync(pid) && readFileSync(pid, 'utf8').trim() !== '')
      const { id } = await scene.run(task)
      await scene.ann.api.stopRun({ run: id })
      await waitFor('its command to be gone', () => !existsSync(`/proc/${readFileSync(pid, 'utf8').trim()}/cmdline`))
      expect(await scene.ended(task)).toMatchObject({ state: 'stopped' })
      expect(await scene.ann.api.getTask({ task })).toMatchObject({ lease_holder: null })
    } finally {
      model.close()
    }
  },
  patience,
)
