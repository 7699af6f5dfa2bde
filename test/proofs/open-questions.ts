import { authenticateMcpToken } from '../../src/capabilities/identity/login/authenticate.ts'
import { operations } from '../../src/capabilities/operations.ts'
import { system, type Principal } from '../../src/kernel/context.ts'
import { execute } from '../../src/kernel/execute.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import { newId } from '../../src/platform/ids.ts'
import type { Baton } from '../harness/baton.ts'
import { openDoor, type Door } from '../work/leases/model/door.ts'
import { Random } from '../work/leases/model/random.ts'
import { claimed, type Figures } from './proof.ts'

interface Size {
  histories: number
  seed?: number
}

const stepsPerHistory = 12
const minute = 60_000

interface Asked {
  task: string
  id: string
  /** One of its choices. */
  choice: string
  isOpen: boolean
}

interface Answer {
  text: string
  arrived: number
}

/** Random histories of questions, comments, answers, closed tasks and restarted clients, against a model that knows what is open and what was answered. */
export const proof = {
  name: 'open-questions',
  claim: 'no open question leaves the inbox, and every answer reaches an agent that calls, once',
  short: { histories: 40 },
  full: { histories: 1000 },

  async run(baton: Baton, { histories, seed = 1 }: Size): Promise<Figures> {
    const figures = {
      histories: 0,
      asked: 0,
      answered: 0,
      restarts: 0,
      lost_questions: 0,
      stale_rows: 0,
      undelivered: 0,
      delivered_twice: 0,
    }
    const stage = await setUp(baton)
    for (let run = 0; run < histories; run++) {
      const found = await oneHistory(baton, stage, new Random(seed * 1_000_003 + run), run)
      for (const [name, value] of Object.entries(found)) figures[name as keyof typeof figures] += value
      figures.histories++
    }
    await stage.door.close()
    return claimed<Figures>(figures, {
      is: { histories, lost_questions: 0, stale_rows: 0, undelivered: 0, delivered_twice: 0 },
      least: { asked: histories, answered: 1, restarts: 1 },
    })
  },
}

interface Stage {
  door: Door
  agent: Principal
  person: Principal
  org: string
}

async function setUp(baton: Baton): Promise<Stage> {
  const ann = await (await baton.person()).createOrganization(`asking-${newId().slice(-8)}`)
  await ann.do('POST', '/api/projects', { name: 'Asking', slug: 'asking', key: 'ASK' })
  const { token } = await ann.mcpToken()
  const agent = await authenticateMcpToken(baton.node.assembly.kernel, token)
  const person = { ...agent, credential: { kind: 'interactive', id: null }, agent: null, scopes: null } as Principal
  return { door: openDoor(baton), agent, person, org: ann.organization ?? '' }
}

async function oneHistory(baton: Baton, { door, agent, person, org }: Stage, random: Random, run: number) {
  const { kernel } = baton.node.assembly
  const as = (name: string, input: object): Promise<any> =>
    execute(kernel, operations.get(name) as Operation, person, input, { door: 'test' })
  const [questions, answers] = [[] as Asked[], [] as Answer[]]
  const found = { asked: 0, answered: 0, restarts: 0, lost_questions: 0, stale_rows: 0, undelivered: 0, delivered_twice: 0 }
  let windows = [0, 1]
  let opened = 2
  const call = async (tool: string, input: object) => {
    const window = random.pick(windows)
    // Longer than a node trusts that no messages are pending.
    baton.clock.advance(600)
    const caller = { principal: agent, address: '127.0.0.1', client: 'asker', connection: `${run}-${window}` }
    const { structuredContent, isError } = await door.call(tool, input as Record<string, unknown>, caller)
    const { messages_from_people: messages = [] } = (structuredContent ?? {}) as { messages_from_people?: { text: string }[] }
    for (const { text } of messages) for (const answer of answers) if (answer.text === text) answer.arrived++
    return isError ? null : (structuredContent as any)
  }
  const tasks: { key: string; isOpen: boolean }[] = []
  for (let count = 0; count < 2; count++) {
    tasks.push({ key: (await as('createTask', { project: 'asking', title: `History ${run}`, status: 'todo' })).key, isOpen: true })
  }
  const settle = async () => {
    while ((await execute(kernel, operations.get('notifyFromLog'), system(org), {}, { door: 'worker' })).more);
    const { items } = await as('listNotifications', { kind: 'question', limit: 100 })
    const shown = new Set((items as { comment_id: string }[]).map(({ comment_id }) => comment_id))
    for (const { id, isOpen } of questions) {
      if (isOpen && !shown.has(id)) found.lost_questions++
      if (!isOpen && shown.has(id)) found.stale_rows++
    }
  }
  const anOpenTask = () => random.pick(tasks.filter(({ isOpen }) => isOpen).length > 0 ? tasks.filter(({ isOpen }) => isOpen) : tasks)
  const answer = async (choice: boolean) => {
    const waiting = questions.filter(({ isOpen }) => isOpen)
    if (waiting.length === 0) return
    const question = random.pick(waiting)
    // Unique, so that the model recognizes it where it arrives.
    const text = choice ? question.choice : `words ${run}-${answers.length}`
    const place = { item: question.task, kind: 'task' }
    if (choice) await as('answerComment', { ...place, comment: question.id, choice: text })
    else await as('createComment', { ...place, reply_to: question.id, body: text })
    question.isOpen = false
    found.answered++
    answers.push({ text, arrived: 0 })
  }
  const steps: readonly (readonly [number, () => Promise<unknown>])[] = [
    [
      4,
      async () => {
        const { key, isOpen } = anOpenTask()
        if (!isOpen) return
        const choice = `choice ${run}-${questions.length}`
        const asked = await call('update_task', { task: key, comment: 'Which one?', choices: [choice, 'None'] })
        if (!asked) return
        questions.push({ task: key, id: asked.question.id, choice, isOpen: true })
        found.asked++
      },
    ],
    [3, () => as('createComment', { item: random.pick(tasks).key, kind: 'task', body: 'On the train, will look tonight' })],
    [2, () => answer(false)],
    [2, () => answer(true)],
    [2, () => call('claim_task', { task: anOpenTask().key })],
    [2, () => call('list_projects', {})],
    [
      1,
      async () => {
        baton.clock.advance(random.below(3) * minute)
      },
    ],
    [
      1,
      async () => {
        windows = windows.map((window) => (random.chance(0.5) ? window : opened++))
        found.restarts++
      },
    ],
    [
      1,
      async () => {
        const task = random.pick(tasks)
        await as('updateTask', { task: task.key, status: task.isOpen ? 'cancelled' : 'todo' })
        task.isOpen = !task.isOpen
        for (const question of questions) if (question.task === task.key) question.isOpen = false
      },
    ],
    [
      1,
      async () => {
        const question = questions.find(({ isOpen }) => isOpen)
        if (!question) return
        await as('resolveComment', { item: question.task, kind: 'task', comment: question.id })
        question.isOpen = false
      },
    ],
  ]
  for (let step = 0; step < stepsPerHistory; step++) {
    await random.weighed(steps)()
    if (random.chance(0.3)) await settle()
  }
  // Every client is started anew and goes on calling: within two minutes everything has arrived.
  windows = [opened]
  baton.clock.advance(2 * minute)
  for (let calls = 0; calls < 3; calls++) await call('list_projects', {})
  await settle()
  for (const { arrived } of answers) {
    if (arrived === 0) found.undelivered++
    if (arrived > 1) found.delivered_twice++
  }
  // The inbox shows the next history's questions, not these.
  for (const { key } of tasks) await as('deleteTask', { task: key })
  return found
}
