import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callTool } from '../../looping/mcp-client.ts'
import { RunScene, type StoredMachine } from './run-scene.ts'

let scene: RunScene
let laptop: StoredMachine
beforeAll(async () => {
  scene = await RunScene.start()
  laptop = await scene.machine('Laptop')
})
beforeEach(async () => {
  await scene.baton.look("update runs set state = 'stopped', ended_at = now() where state in ('queued', 'starting', 'running')")
  await scene.baton.look("update agent_sessions set status = 'stopped', ended_at = now() where status = 'running'")
  await laptop.offer({ people: ['ann', 'bob'], clients: [{ name: 'claude', protocol: 'command' }], at_once: 10, quiet: false })
  await laptop.setOnline(true)
})
afterAll(() => scene.close())

test('a person assigns a task to an agent, and it runs: branch, session, lease, output, result', async () => {
  const task = await scene.assigned()
  expect(await scene.onlyRun(task.key)).toMatchObject({ state: 'queued', reason: 'assigned', client: 'claude', attempt: 0 })
  const frame = await laptop.takeOne()
  expect(frame).toMatchObject({
    ...{
      machine: laptop.id,
      fence: 1,
      requested_by: { handle: 'ann' },
      client: 'claude',
      folder: '/work/Laptop',
      continues: null,
      check: null,
    },
    task: { key: task.key, title: task.title, project: 'web' },
    mcp: { url: expect.stringContaining('/mcp'), token: expect.stringMatching(/^svc_live_/) },
  })
  expect(frame.branch).toMatch(/^baton\/web-\d+-[0-9a-f]{8}$/)
  expect(frame.prompt).toContain(task.key)
  const taken = await scene.onlyRun(task.key)
  expect(taken).toMatchObject({ state: 'starting', machine: { name: 'Laptop' }, attempt: 1, session_id: expect.any(String) })
  const held = await scene.ann.do('GET', `/api/items/${task.key}`)
  expect(held).toMatchObject({ status: 'in_progress', lease_holder: taken.session_id, lease_until: expect.any(String) })
  expect(held.session).toMatchObject({ id: taken.session_id, status: 'running', agent: { slug: scene.agent.slug } })
  await laptop.started(frame)
  await laptop.says(frame, 1, 'Reading\nthe task\n')
  expect(await laptop.says(frame, 1, 'sent again')).toEqual({ recorded: false })
  expect(await scene.onlyRun(task.key)).toMatchObject({ state: 'running', last_line: 'the task', worktree: `/work/trees/${frame.run}` })
  await laptop.ended(frame)
  expect(await scene.onlyRun(task.key)).toMatchObject({
    ...{ state: 'done', exit_code: 0, head: 'b'.repeat(40), changes: { files: 2, insertions: 10, deletions: 3, dirty_files: 0 } },
    ended_at: expect.any(String),
  })
  const after = await scene.ann.do('GET', `/api/items/${task.key}`)
  expect(after).toMatchObject({ status: 'todo', lease_until: null, session: { status: 'ended' } })
  const output = await scene.ann.api.listRunOutput({ run: frame.run })
  expect(output).toMatchObject({ items: [{ text: 'Reading\nthe task\n', attempt: 1 }], ended: true })
  expect(await laptop.take()).toEqual([])
})

test('a task that is created for an agent runs too; what an agent or a key assigns does not', async () => {
  const made = await scene.ann.api.createTask({ project: 'web', title: 'At once', assignee: scene.agent.slug })
  expect(await scene.onlyRun(made.key)).toMatchObject({ reason: 'assigned' })
  const { key } = await scene.ann.api.createApiKey({ name: 'key', scopes: ['*'] })
  const { token } = await scene.ann.mcpToken()
  const byKey = { authorization: `Bearer ${key}` }
  const task = await scene.newTask()
  const assigned = await scene.ann.call('PUT', `/api/tasks/${task.key}`, { assignee: scene.agent.slug }, byKey)
  expect(assigned.status).toBe(200)
  const other = await scene.newTask()
  const byAgent = await callTool(scene.baton.url, token, 'update_task', { task: other.key, assignee: scene.agent.slug })
  expect(byAgent.text).toContain(scene.agent.slug)
  for (const { key: name } of [task, other]) {
    expect(await scene.runsOf(name)).toEqual([])
    const started = await scene.ann.call('POST', `/api/tasks/${name}/runs`, { agent: scene.agent.slug }, byKey)
    expect(started).toMatchObject({ status: 403, body: { code: 'needs_person' } })
  }
})

test('a late result with an old fence counts for nothing and is kept as a note', async () => {
  const desk = await scene.machine('Desk')
  const task = await scene.assigned()
  const first = await laptop.takeOne()
  expect(await desk.take()).toEqual([])
  await laptop.setOnline(false)
  expect(await scene.asDoor('expireRun', { run_id: first.run, fence: first.fence })).toEqual({ expired: false })
  expect(await scene.expire(first)).toEqual({ expired: true })
  expect(await scene.onlyRun(task.key)).toMatchObject({ state: 'queued', session_id: null })
  const second = await desk.takeOne()
  expect(second).toMatchObject({ run: first.run, fence: 2 })
  expect(second.mcp.token).not.toBe(first.mcp.token)
  expect(await laptop.renew(first)).toEqual({ lost: [{ run: first.run, fence: 1 }] })
  expect(await desk.renew(second)).toEqual({ lost: [] })
  expect(await laptop.ended(first, { exit_code: 7, outcome: 'failed' })).toEqual({ recorded: false })
  expect(await laptop.says(first, 5, 'late')).toEqual({ recorded: false })
  expect(await scene.onlyRun(task.key)).toMatchObject({ state: 'starting', exit_code: null, machine: { name: 'Desk' } })
  const { items } = await scene.ann.api.listRunOutput({ run: first.run })
  expect(items).toMatchObject([{ kind: 'note', attempt: 1, text: expect.stringContaining('"exit_code":7') }])
  await desk.ended(second)
  expect(await scene.onlyRun(task.key)).toMatchObject({ state: 'done', exit_code: 0 })
  await desk.remove()
})

test('a page of runs whose tasks are blocked does not keep a later one from starting', async () => {
  const first = await scene.newTask()
  const blocked = await Promise.all(Array.from({ length: 50 }, () => scene.assigned()))
  for (const { key } of blocked) await scene.ann.api.updateTask({ task: key, blocked_by: [first.key] })
  const free = await scene.assigned()
  expect((await laptop.takeOne()).task.key).toBe(free.key)
})

test('a run that no machine brings to an end has failed after three attempts', async () => {
  const task = await scene.assigned()
  for (const fence of [1, 2, 3]) {
    const frame = await laptop.takeOne()
    expect(frame.fence).toBe(fence)
    if (fence === 2) await laptop.ended(frame, { outcome: 'unknown', error: 'The machine was restarted.' })
    else await scene.expire(frame)
  }
  expect(await scene.onlyRun(task.key)).toMatchObject({ state: 'failed', error: expect.stringContaining('3 attempts') })
})

test('what is queued is stopped at once, what runs by its machine, and what a lost machine runs by the end of its lease', async () => {
  const queued = await scene.assigned()
  const waiting = await scene.onlyRun(queued.key)
  expect(await scene.bob.api.stopRun({ run: waiting.id })).toMatchObject({ state: 'stopped' })
  const task = await scene.assigned()
  const frame = await laptop.takeOne()
  expect(await scene.ann.api.stopRun({ run: frame.run })).toMatchObject({ state: 'starting', stop_requested_at: expect.any(String) })
  expect(await laptop.frames()).toMatchObject([{ type: 'stop_run', run: frame.run, fence: 1 }])
  expect(await laptop.frames()).toEqual([])
  expect(await laptop.frames(true)).toMatchObject([{ type: 'stop_run' }])
  await laptop.ended(frame, { outcome: 'stopped', exit_code: null })
  expect(await scene.onlyRun(task.key)).toMatchObject({ state: 'stopped' })
  const lost = await scene.assigned()
  const other = await laptop.takeOne()
  await scene.ann.api.stopRun({ run: other.run })
  await scene.expire(other)
  expect(await scene.onlyRun(lost.key)).toMatchObject({ state: 'stopped' })
})

test('a machine takes no more than its file allows, none for whom it does not name, none in quiet hours and none for a client it lacks', async () => {
  const busy = await scene.newAgent('Busy', 5)
  await laptop.offer({ at_once: 1, people: [scene.ann.user.id] })
  const [one, two] = [await scene.assigned(scene.ann, busy.slug), await scene.assigned(scene.ann, busy.slug)]
  const first = await laptop.takeOne()
  expect(first.task.key).toBe(one.key)
  expect(await laptop.take()).toEqual([])
  expect(await scene.onlyRun(two.key)).toMatchObject({ state: 'queued', waits_for: 'Laptop is busy with other runs' })
  await laptop.ended(first)
  await laptop.offer({ quiet: true })
  expect(await laptop.take()).toEqual([])
  expect(await scene.onlyRun(two.key)).toMatchObject({ waits_for: 'Laptop has quiet hours' })
  await laptop.offer({ quiet: false, clients: [{ name: 'codex', protocol: 'acp' }] })
  expect(await laptop.take()).toEqual([])
  expect(await scene.onlyRun(two.key)).toMatchObject({ waits_for: 'The file of Laptop has no client claude' })
  await laptop.offer({ clients: [{ name: 'claude', protocol: 'command' }], at_once: 10 })
  const bobs = await scene.assigned(scene.bob, busy.slug)
  expect((await laptop.take()).map(({ task }) => task.key)).toEqual([two.key])
  expect((await scene.onlyRun(bobs.key)).waits_for).toContain('does not name @bob')
  await laptop.offer({ people: ['ann', 'bob'] })
  expect(await laptop.takeOne()).toMatchObject({ task: { key: bobs.key }, requested_by: { handle: 'bob' } })
})

test('an agent has as many runs at once as its owner says, none when it is stopped, and none over its budget', async () => {
  const [one, two] = [await scene.assigned(), await scene.assigned()]
  const first = await laptop.takeOne()
  expect(first.task.key).toBe(one.key)
  expect(await scene.onlyRun(two.key)).toMatchObject({ waits_for: 'The agent is busy with another run' })
  await laptop.ended(first)
  await scene.ann.do('POST', `/api/agents/${scene.agent.slug}/stop`, { reason: 'enough' })
  expect(await scene.onlyRun(two.key)).toMatchObject({ state: 'stopped' })
  const three = await scene.assigned()
  expect(await laptop.take()).toEqual([])
  expect(await scene.onlyRun(three.key)).toMatchObject({ waits_for: 'The agent was stopped; resume it' })
  await scene.ann.do('POST', `/api/agents/${scene.agent.slug}/resume`, {})
  await scene.ann.api.setAgentBudget({ agent: scene.agent.slug, daily_tokens: 1 })
  await scene.baton.look(
    `insert into usage_days (org_id, id, day, owner_id, agent_id, tokens_in, reports, reports_without_tokens, reports_without_cost)
     values ($1, gen_random_uuid(), (now() at time zone 'UTC')::date, $2, $3, 5, 1, 0, 1)`,
    [scene.org, scene.ann.user.id, scene.agent.id],
  )
  expect(await laptop.take()).toEqual([])
  expect(await scene.onlyRun(three.key)).toMatchObject({ waits_for: 'The agent’s budget is used up' })
  await scene.baton.look('delete from agent_budgets where agent_id = $1', [scene.agent.id])
  expect(await laptop.take()).toHaveLength(1)
})

test('of many that take at once one has it', async () => {
  const machines = [laptop, ...(await Promise.all(['A', 'B', 'C'].map((name) => scene.machine(name))))]
  for (let round = 0; round < 5; round++) {
    await scene.assigned()
    const taken = (await Promise.all(machines.flatMap((machine) => Array.from({ length: 5 }, () => machine.take())))).flat()
    const left = taken.length === 1 ? taken : (await Promise.all(machines.map((machine) => machine.take()))).flat()
    expect(left).toHaveLength(1)
    await scene.baton.look("update runs set state = 'stopped' where state = 'starting'")
  }
  for (const machine of machines.slice(1)) await machine.remove()
})

test('a mention starts an agent without a window; a question waits, and its answer goes on with the run that asked', async () => {
  const task = await scene.newTask()
  await scene.ann.api.createComment({ item: task.key, body: `@${scene.agent.slug} please look` })
  expect(await scene.onlyRun(task.key)).toMatchObject({ state: 'queued', reason: 'mentioned' })
  const first = await laptop.takeOne()
  await scene.ann.api.createComment({ item: task.key, body: `@${scene.agent.slug} and this` })
  expect(await scene.runsOf(task.key)).toHaveLength(1)
  const [question] = await scene.baton.look<{ id: string }>(
    `insert into comments (org_id, id, item_id, body, author_id, author_agent_id, choices, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, 'Which?', $3, $4, '{this,that}', now(), now()) returning id`,
    [scene.org, task.id, scene.ann.user.id, scene.agent.id],
  )
  await laptop.ended(first)
  expect(await scene.onlyRun(task.key)).toMatchObject({ state: 'waiting' })
  await scene.bob.api.answerComment({ item: task.key, comment: question?.id ?? '', choice: 'that' })
  const [next, earlier] = await scene.runsOf(task.key)
  expect(next).toMatchObject({ state: 'queued', reason: 'answered', continues: first.run, requested_by: { handle: 'bob' } })
  expect(earlier).toMatchObject({ state: 'done' })
  const desk = await scene.machine('Elsewhere')
  expect(await desk.take()).toEqual([])
  expect(await laptop.takeOne()).toMatchObject({ continues: first.run, branch: first.branch })
  await desk.remove()
})

test('a task that is assigned anew stops whoever was started for it', async () => {
  const other = await scene.newAgent('Second')
  const task = await scene.assigned()
  const frame = await laptop.takeOne()
  await scene.ann.api.updateTask({ task: task.key, assignee: other.slug })
  expect(await scene.runsOf(task.key)).toMatchObject([{ state: 'queued', agent: { slug: other.slug } }, { state: 'stopped' }])
  expect(await laptop.frames()).toMatchObject([
    { type: 'stop_run', run: frame.run },
    { type: 'run', task: { key: task.key } },
  ])
  expect(await laptop.ended(frame)).toEqual({ recorded: false })
})

test('“Run on…”: a machine and a client are chosen, and who may see where it can run', async () => {
  const task = await scene.newTask()
  await laptop.offer({ people: ['bob'] })
  expect(await scene.bob.api.listRunPlaces({ task: task.key })).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ path: '/work/Laptop', can_run: true, why_not: null })]),
  })
  const run = await scene.bob.api.startRun({ task: task.key, agent: scene.agent.slug, machine: laptop.id, client: 'claude' })
  expect(run).toMatchObject({ state: 'queued', reason: 'asked', machine: { id: laptop.id }, requested_by: { handle: 'bob' } })
  await expect(scene.bob.api.startRun({ task: task.key, agent: scene.agent.slug })).rejects.toMatchObject({ status: 409 })
  const { slug } = await scene.ann.api.createAgent({ name: 'Not dispatched' })
  const free = await scene.newTask()
  await expect(scene.bob.api.startRun({ task: free.key, agent: slug })).rejects.toMatchObject({ status: 403 })
  await expect(scene.bob.api.setAgentDispatch({ agent: slug, workspace: 'shop', client: 'claude' })).rejects.toMatchObject({ status: 403 })
  expect(await scene.ann.api.clearAgentDispatch({ agent: scene.agent.slug })).toMatchObject({ cleared: true })
  const unbound = await scene.assigned()
  expect(await scene.runsOf(unbound.key)).toEqual([])
  await scene.ann.api.setAgentDispatch({ agent: scene.agent.slug, workspace: 'shop', client: 'claude' })
})
