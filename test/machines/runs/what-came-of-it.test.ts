import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RunBody, RunResult } from '../../../src/platform/tunnel-protocol.ts'
import { callTool } from '../../looping/mcp-client.ts'
import { readLog } from '../../notices/notifications/office.ts'
import { RunScene, type StoredMachine } from './run-scene.ts'

// A run is judged by what its machine measured, whatever the machine calls it.

let scene: RunScene
let laptop: StoredMachine
beforeAll(async () => {
  scene = await RunScene.start()
  laptop = await scene.machine('Laptop')
})
// What a failed test has left would be taken by the next one.
beforeEach(async () => {
  await scene.baton.look("update runs set state = 'stopped', ended_at = now() where state in ('queued', 'starting', 'running')")
  await scene.baton.look("update agent_sessions set status = 'stopped', ended_at = now() where status = 'running'")
})
afterAll(() => scene.close())

const base = 'a'.repeat(40)
const moved = { base, head: 'b'.repeat(40), files_changed: 2, dirty_files: 0 }
const unmoved = { base, head: base, files_changed: 0, dirty_files: 0 }
const refusing = (count: number, ...kinds: ('execute' | 'fetch')[]) => ({ refused: { count, kinds } })

/** What a person was told of the ends of runs on this task. */
async function told(person: typeof scene.ann, task: string): Promise<string[]> {
  await readLog(scene.baton, scene.org)
  const { items } = await person.api.listNotifications({ limit: 100 })
  return items.filter(({ kind, subject }) => kind === 'run_ended' && subject?.ref === task).map(({ excerpt }) => excerpt ?? '')
}

/** The agent completes its task over MCP, as the run it was started for. */
const complete = (frame: RunBody, notes?: string) =>
  callTool(scene.baton.url, frame.mcp.token, 'claim_task', { task: frame.task.key }).then(({ text }) =>
    callTool(scene.baton.url, frame.mcp.token, 'complete_task', {
      task: frame.task.key,
      fence: /\bfence"?: ?"?([\w-]+)/.exec(text)?.[1],
      ...(notes !== undefined && { notes }),
    }),
  )

/** A run that has begun, was completed by its agent if there are notes, and has ended with this result. */
async function ran(result: Partial<RunResult>, notes?: string) {
  const task = await scene.assigned()
  const frame = await laptop.takeOne()
  await laptop.started(frame)
  if (notes !== undefined) await complete(frame, notes)
  await laptop.ended(frame, result)
  const run = await scene.onlyRun(task.key)
  const { status } = await scene.ann.api.getTask({ task: task.key })
  return { state: run.state, error: run.error, status, refused: run.refused, told: await told(scene.ann, task.key) }
}

test('done: the branch has new commits, and nothing is left uncommitted', async () => {
  expect(await ran(moved, 'Did it.')).toEqual({ state: 'done', error: null, status: 'complete', refused: null, told: [] })
})

test('done: the agent has completed its task with a note, and nothing had to be changed', async () => {
  expect(await ran(unmoved, 'It works already.')).toMatchObject({ state: 'done', error: null, told: [] })
  expect(await ran({ ...unmoved, ...refusing(0) }, 'It works already.')).toMatchObject({ state: 'done', refused: { count: 0, kinds: [] } })
})

test.each<[string, Partial<RunResult>, string | undefined, string]>([
  ['work is uncommitted', { ...moved, dirty_files: 1 }, 'Did it.', 'It left 1 file uncommitted.'],
  ['nothing is committed', { ...unmoved, dirty_files: 2 }, 'Did it.', 'It left 2 files uncommitted.'],
  ['nothing was changed, and the task is not complete', unmoved, undefined, 'It changed nothing.'],
  ['nothing was changed, and the agent does not say why', unmoved, '', 'It changed nothing.'],
  [
    'commands were refused, and nothing was changed',
    { ...unmoved, ...refusing(2, 'execute') },
    'Could not test.',
    'It changed nothing; 2 commands were refused.',
  ],
  [
    'a tool was refused, and work is uncommitted',
    { ...unmoved, dirty_files: 1, ...refusing(1, 'fetch') },
    'Did it.',
    'It left 1 file uncommitted; 1 tool call was refused.',
  ],
  ['the work is on another branch', { ...unmoved, files_changed: 1 }, 'Did it.', 'It committed to another branch than its own.'],
  ['nobody knows what was changed', { base, head: null, files_changed: 0, dirty_files: 0 }, 'Did it.', 'What it changed is not known.'],
])('unfinished: %s', async (_, result, notes, error) => {
  const { told: heard, status, ...run } = await ran(result, notes)
  expect(run).toMatchObject({ state: 'unfinished', error })
  const task = notes === undefined ? 'The task is back in todo.' : 'The task is complete.'
  expect({ status, heard }).toEqual({
    status: notes === undefined ? 'todo' : 'complete',
    heard: [`Unfinished on Laptop. ${error} ${task}`],
  })
})

test('whatever was refused is told, also of a run that is done; so is a task that goes back to todo', async () => {
  expect(await ran({ ...moved, ...refusing(1, 'execute') }, 'Did it.')).toMatchObject({
    ...{ state: 'done', error: null, refused: { count: 1, kinds: ['execute'] } },
    told: ['Done on Laptop. 1 command was refused. The task is complete.'],
  })
  expect(await ran(moved)).toMatchObject({ state: 'done', status: 'todo', told: ['Done on Laptop. The task is back in todo.'] })
  expect(await ran({ ...moved, outcome: 'failed', exit_code: 3, error: 'It ended with 3.' })).toMatchObject({
    state: 'failed',
    told: ['Failed on Laptop. It ended with 3. The task is back in todo.'],
  })
})

test('the agent’s owner and whoever asked for the run are told, but not whoever stopped it; the next run settles it', async () => {
  const task = await scene.assigned(scene.bob)
  const frame = await laptop.takeOne()
  await laptop.ended(frame, unmoved)
  const said = ['Unfinished on Laptop. It changed nothing. The task is back in todo.']
  expect([await told(scene.ann, task.key), await told(scene.bob, task.key)]).toEqual([said, said])
  await scene.bob.api.startRun({ task: task.key, agent: scene.agent.slug })
  expect([await told(scene.ann, task.key), await told(scene.bob, task.key)]).toEqual([[], []])
  const next = await laptop.takeOne()
  await scene.bob.api.stopRun({ run: next.run })
  await laptop.ended(next, { ...unmoved, outcome: 'stopped', exit_code: null })
  expect(await told(scene.bob, task.key)).toEqual([])
  expect(await told(scene.ann, task.key)).toEqual(['Stopped on Laptop. The task is back in todo.'])
})

test('a machine that is lost after its agent has completed the task leaves a run that nobody calls done', async () => {
  const task = await scene.assigned()
  const frame = await laptop.takeOne()
  await complete(frame, 'Did it.')
  await scene.expire(frame)
  expect(await scene.onlyRun(task.key)).toMatchObject({
    state: 'unfinished',
    error: 'What it changed is not known. The machine could no longer be reached.',
  })
  const other = await scene.assigned()
  const second = await laptop.takeOne()
  await complete(second, 'Did it.')
  await laptop.ended(second, { ...moved, outcome: 'unknown', error: 'The machine ended while this was running.' })
  expect(await scene.onlyRun(other.key)).toMatchObject({ state: 'done', changes: { files: 2 } })
})

test('a run that asked and left work uncommitted waits, and is not called done once another goes on with it', async () => {
  const task = await scene.assigned()
  const frame = await laptop.takeOne()
  const [question] = await scene.baton.look<{ id: string }>(
    `insert into comments (org_id, id, item_id, body, author_id, author_agent_id, choices, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, 'Which?', $3, $4, '{this,that}', now(), now()) returning id`,
    [scene.org, task.id, scene.ann.user.id, scene.agent.id],
  )
  await laptop.ended(frame, { ...unmoved, dirty_files: 1 })
  expect(await scene.onlyRun(task.key)).toMatchObject({ state: 'waiting' })
  await scene.bob.api.answerComment({ item: task.key, comment: question?.id ?? '', choice: 'that' })
  const [, earlier] = await scene.runsOf(task.key)
  expect(earlier).toMatchObject({ state: 'unfinished', error: 'A later run goes on with its work.' })
})
