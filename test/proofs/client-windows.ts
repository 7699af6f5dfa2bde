import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mustUse, valueIn } from '../clients/days-work.ts'
import { openHome, type Home } from '../clients/home.ts'
import type { Model, Shown } from '../clients/model/script.ts'
import type { Program } from '../clients/program.ts'
import { claudeCode } from '../clients/programs/claude-code.ts'
import { codex } from '../clients/programs/codex.ts'
import { geminiCli } from '../clients/programs/gemini-cli.ts'
import type { Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { allParts, type Figures, type Parts } from './proof.ts'

/** Two windows of one program with the same token: the most common setup. */
export const proof = {
  name: 'client-windows',
  claim: 'of two windows of one program, one holds the task; the other gets it only by taking the session over, and the first is told',
  short: [claudeCode] as readonly Program[],
  full: [claudeCode, codex, geminiCli] as readonly Program[],
  async run(baton: Baton, programs: readonly Program[], { part }: Parts = allParts): Promise<Figures> {
    const figures: Figures = {}
    for (const program of programs) {
      figures[program.name] = await part(program.name, async () => {
        await oneHolds(baton, program)
        await oneTakesOver(baton, program)
        return 'one held, one took over'
      })
    }
    return figures
  },
}

/** One person, one token, one home, two windows. */
async function twoWindows(baton: Baton, program: Program): Promise<{ ann: Person; home: Home }> {
  const ann = await baton.person()
  await ann.do('POST', '/api/projects', { name: 'Two', slug: 'two', key: 'TWO' })
  await ann.do('POST', '/api/tasks', { project: 'two', title: 'Only once', status: 'todo' })
  return { ann, home: await openHome(program, { url: baton.url, token: (await ann.mcpToken()).token }) }
}

interface Held {
  session: string
  fence: string
}

/** Runs both at once. The second waits for the first's lease, and the first for the second's result; if one fails, both do. */
async function together(
  home: Home,
  one: (model: Model, next: () => Promise<Shown>) => Promise<void>,
  two: (model: Model, held: Held) => Promise<Shown>,
): Promise<void> {
  const [held, tried] = [Promise.withResolvers<Held>(), Promise.withResolvers<Shown>()]
  const first = home.run(async (model) => {
    const session = valueIn(await mustUse(model, 'create_session', { project: 'two', goals: ['Window one works'] }), 'id')
    const fence = valueIn(await mustUse(model, 'claim_task', { task: 'TWO-1', session }), 'fence')
    await one(model, () => {
      held.resolve({ session, fence })
      return tried.promise
    })
    return 'Window one is done.'
  })
  const second = home.run(async (model) => {
    tried.resolve(await two(model, await held.promise))
    return 'Window two is done.'
  })
  first.catch(held.reject)
  second.catch(tried.reject)
  await Promise.all([first, second])
}

const taskOf = (ann: Person) => ann.do('GET', '/api/tasks/TWO-1')

function refused(shown: Shown, why: string): void {
  assert.ok(shown.isError && shown.text.includes(why), `not refused with “${why}”: ${shown.text.slice(0, 500)}`)
}

/** The other window neither resumes the first's session nor completes its task. */
async function oneHolds(baton: Baton, program: Program): Promise<void> {
  const { ann, home } = await twoWindows(baton, program)
  try {
    let fence = ''
    await together(
      home,
      async (model, next) => {
        await next()
        const { status, lease_holder } = await taskOf(ann)
        assert.deepEqual([status, typeof lease_holder], ['in_progress', 'string'])
        await mustUse(model, 'complete_task', { task: 'TWO-1', fence, notes: 'done by window one' })
      },
      async (model, held) => {
        fence = held.fence
        const resumed = await model.use('resume_session', {})
        refused(resumed, 'None of your sessions is free')
        assert.equal((await taskOf(ann)).lease_holder, held.session)
        for (const guess of [{}, { fence: randomBytes(16).toString('base64url') }])
          refused(await model.use('complete_task', { task: 'TWO-1', notes: 'done by window two', ...guess }), 'lease_held')
        return resumed
      },
    )
    const { status, completion_notes } = await taskOf(ann)
    assert.deepEqual([status, completion_notes], ['complete', 'done by window one'])
  } finally {
    home.close()
  }
}

/** The window that takes the session over gets a new fence; the other is shut out and told by whom. */
async function oneTakesOver(baton: Baton, program: Program): Promise<void> {
  const { ann, home } = await twoWindows(baton, program)
  try {
    let [old, late] = ['', { text: '', isError: false }]
    await together(
      home,
      async (model, next) => {
        const taken = await next()
        assert.notEqual((await taskOf(ann)).lease_holder, old)
        late = await model.use('complete_task', { task: 'TWO-1', fence: old, notes: 'done by window one' })
        assert.notEqual(valueIn(taken, 'fence'), old)
      },
      async (model, { session, fence }) => {
        old = fence
        const taken = await mustUse(model, 'resume_session', { session, take_over: true })
        await mustUse(model, 'complete_task', { task: 'TWO-1', fence: valueIn(taken, 'fence'), notes: 'done by window two' })
        return taken
      },
    )
    refused(late, 'took over your session')
    assert.equal((await taskOf(ann)).completion_notes, 'done by window two')
  } finally {
    home.close()
  }
}
