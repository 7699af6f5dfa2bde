import { openHome } from '../../test/clients/home.ts'
import type { Model } from '../../test/clients/model/script.ts'
import { codex } from '../../test/clients/programs/codex.ts'
import { Transcript } from './transcript.ts'

type Json = Record<string, any>

interface Agent {
  /** Calls a tool, records the call and its result in the transcript, and returns the structured content. */
  use(tool: string, args: Json, ...fields: string[]): Promise<Json>
  /** The same for a call that is expected to be refused. */
  isRefused(tool: string, args: Json): Promise<void>
}

interface HandedOver {
  session: string
  task: string
  fence: string
}

/**
 * Two Codex windows: one starts the work, the other continues it, and everything the second needs to know comes from Baton.
 * The program is the real one; only its model's decisions are scripted here.
 */
export async function runLoop(url: string, token: string, project: string, say: (line: string) => void): Promise<string> {
  const transcript = new Transcript(say)
  const home = await openHome(codex, { url, token })
  const [stopped, taken, refused] = [Promise.withResolvers<HandedOver>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const fail = (error: Error) => {
    for (const { reject } of [stopped, taken, refused]) reject(error)
    throw error
  }
  const builder = home.run(async (model) => {
    const agent = agentOf(model, 'builder', transcript)
    const session = await begin(agent, project, transcript)
    const { task, fence } = await work(agent, project, session, transcript)
    transcript.tell('The builder has to stop here. It records where it stands; the lease on the second task stays with its session.')
    const handOver = {
      session,
      progress: `The total is done. ${task} is next: no code yet.`,
      state: 'Rounding has to happen once, at the end: see the decision. Test with three items of 0.335.',
    }
    await agent.use('checkpoint_session', handOver, 'checkpoint.number', 'leases.task')
    stopped.resolve({ session, task, fence })
    await taken.promise
    transcript.tell(
      'The builder wakes up and tries to complete the task with its old fence. It is refused and told who took over its session: two agents never work on the same task.',
    )
    await agent.isRefused('complete_task', { task, fence })
    refused.resolve()
    return 'The builder is done.'
  })
  const finisher = home.run(async (model) => {
    const { session, task } = await stopped.promise
    const agent = agentOf(model, 'finisher', transcript)
    const pack = await takeOver(agent, session, transcript)
    taken.resolve()
    await refused.promise
    await finish(agent, pack, task, transcript)
    return 'The finisher is done.'
  })
  try {
    await Promise.all([builder.catch(fail), finisher.catch(fail)])
  } finally {
    home.close()
  }
  return transcript.end()
}

async function begin(agent: Agent, project: string, transcript: Transcript): Promise<string> {
  transcript.tell('First, there has to be some work: a project and two tasks.')
  await agent.use('create_project', { name: 'Shop', slug: project }, 'slug', 'key')
  for (const title of ['Show the total in the basket', 'Show the tax in the basket']) {
    await agent.use('create_task', { project, title, status: 'todo' }, 'key', 'status')
  }
  transcript.tell(
    'An agent first tries to resume a session that nobody is working in. A new project has none, so it creates one and states its goals.',
  )
  await agent.isRefused('resume_session', { project })
  return (await agent.use('create_session', { project, goals: ['The basket shows total and tax'] }, 'id', 'status'))['id']
}

async function work(agent: Agent, project: string, session: string, transcript: Transcript) {
  transcript.tell('It claims the next ready task. With the fence it can later prove that it still holds the lease.')
  const { task, lease } = await agent.use('claim_task', { project, session }, 'task.key', 'task.title', 'lease.fence', 'lease.until')
  const usage = { tokens_in: 5200, tokens_out: 800, cost: 0.04, model: 'model-1' }
  const progress = 'The sum is computed in basket.ts; the page does not show it yet.'
  transcript.tell('It reports its progress. This shows that it is still working, and renews its leases.')
  const step = { session, progress, files: ['src/basket.ts'], usage }
  await agent.use('checkpoint_session', step, 'status', 'checkpoint.number')
  transcript.tell('It logs a decision and its reasons where everyone can find them, and stores what it learned as a memory.')
  const decision = {
    project,
    title: 'Round once, at the end',
    rationale: 'Rounding each line gives another total than the invoice.',
    alternatives: [{ title: 'Round each line', why_not: 'Three items of 0.335 give 1.02 instead of 1.01.' }],
    paths: ['src/basket/**'],
  }
  await agent.use('log_decision', decision, 'ref', 'status')
  const memory = { project, content: 'Prices come from the catalogue as text; parse them before adding.', tags: ['basket'] }
  await agent.use('store_memory', memory, 'ref', 'scope', 'trust')
  transcript.tell('It completes the task, with notes on what was done, and claims the next one.')
  const done = { task: task.key, fence: lease.fence, notes: 'The basket shows the total, rounded once.' }
  await agent.use('complete_task', done, 'key', 'status')
  const second = await agent.use('claim_task', { project, session }, 'task.key', 'task.title', 'lease.fence', 'lease.until')
  return { task: second['task'].key as string, fence: second['lease'].fence as string }
}

async function takeOver(finisher: Agent, session: string, transcript: Transcript): Promise<Json> {
  transcript.tell(
    'Another window of the same person takes over the session. It has to say so with `take_over`, because the session was active a moment ago. It gets a new session that continues the old one, the lease with a new fence, and everything it needs to know.',
  )
  const fields = ['session.id', 'goals', 'last_checkpoint.progress', 'last_checkpoint.state', 'leases.task', 'leases.fence']
  return finisher.use('resume_session', { session, take_over: true }, ...fields, 'decisions.title', 'memories.content')
}

async function finish(finisher: Agent, pack: Json, task: string, transcript: Transcript): Promise<void> {
  transcript.tell('The finisher looks up what is known about prices, completes the task and ends the session.')
  await finisher.use('search_memory', { project: pack['session'].project, query: 'how do prices arrive?' }, 'items.content')
  const done = { task, fence: pack['leases'][0].fence, notes: 'The tax is shown below the total.' }
  await finisher.use('complete_task', done, 'key', 'status')
  const end = { session: pack['session'].id, outcome: 'Total and tax are shown, both rounded once.' }
  await finisher.use('end_session', end, 'status', 'released_leases')
}

/** What the program shows its model of a result: the structured content, or the text of a refusal. */
function agentOf(model: Model, name: string, transcript: Transcript): Agent {
  return {
    async use(tool, args, ...fields) {
      const { text, isError } = await model.use(tool, args)
      if (isError) throw new Error(`${tool}: ${text}`)
      const answer = JSON.parse(text) as Json
      transcript.answered(name, tool, args, answer, fields)
      return answer
    },
    async isRefused(tool, args) {
      const { text, isError } = await model.use(tool, args)
      if (!isError) throw new Error(`${tool} was not refused: ${text}`)
      transcript.refused(name, tool, args, text)
    },
  }
}
