import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { proof } from '../proofs/clients.ts'
import type { Person } from '../harness/person.ts'
import { mustUse, valueIn } from './days-work.ts'
import { openHome, type Home } from './home.ts'
import type { Model, Shown } from './model/script.ts'
import { install } from './packages.ts'
import type { Program } from './program.ts'
import { everyDay } from './programs.ts'
import { claudeCode } from './programs/claude-code.ts'
import { codex } from './programs/codex.ts'

let baton: Baton
beforeAll(async () => {
  ;[baton] = await Promise.all([startBaton(), ...everyDay.map((program) => install(program.package))])
}, 200_000)
afterAll(() => baton.close())

test.each(everyDay)('$name does a day’s work', async (program) => void (await proof.run(baton, [program])), 120_000)

/** One person, one token, one home, two windows: the most common setup. */
async function twoWindows(program: Program): Promise<{ ann: Person; home: Home }> {
  const ann = await baton.person()
  await ann.do('POST', '/api/projects', { name: 'Two', slug: 'two', key: 'TWO' })
  await ann.do('POST', '/api/tasks', { project: 'two', title: 'Only once', status: 'todo' })
  return { ann, home: await openHome(program, { url: baton.url, token: (await ann.mcpToken()).token }) }
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

interface Held {
  session: string
  fence: string
}

const leaseOf = async (ann: Person) => (await ann.do('GET', '/api/tasks/TWO-1')).lease_holder

test.each([claudeCode, codex])(
  'C3: of two windows of $name one holds the task, and the other neither resumes its session nor completes it',
  async (program) => {
    const { ann, home } = await twoWindows(program)
    let fence = ''
    await together(
      home,
      async (model, next) => {
        await next()
        expect(await ann.do('GET', '/api/tasks/TWO-1')).toMatchObject({ status: 'in_progress', lease_holder: expect.any(String) })
        await mustUse(model, 'complete_task', { task: 'TWO-1', fence, notes: 'done by window one' })
      },
      async (model, held) => {
        fence = held.fence
        const resumed = await model.use('resume_session', {})
        expect(resumed).toMatchObject({ isError: true, text: expect.stringContaining('None of your sessions is free') })
        expect(await leaseOf(ann)).toBe(held.session)
        for (const guess of [{}, { fence: randomBytes(16).toString('base64url') }]) {
          const refused = await model.use('complete_task', { task: 'TWO-1', notes: 'done by window two', ...guess })
          expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('lease_held') })
        }
        return resumed
      },
    )
    expect(await ann.do('GET', '/api/tasks/TWO-1')).toMatchObject({ status: 'complete', completion_notes: 'done by window one' })
    home.close()
  },
  120_000,
)

test('C3: a window of Claude Code that takes the session over gets a new fence; the other is shut out and told by whom', async () => {
  const { ann, home } = await twoWindows(claudeCode)
  let [old, late] = ['', { text: '', isError: false }]
  await together(
    home,
    async (model, next) => {
      const taken = await next()
      expect(await leaseOf(ann)).not.toBe(old)
      late = await model.use('complete_task', { task: 'TWO-1', fence: old, notes: 'done by window one' })
      expect(valueIn(taken, 'fence')).not.toBe(old)
    },
    async (model, { session, fence }) => {
      old = fence
      const taken = await mustUse(model, 'resume_session', { session, take_over: true })
      await mustUse(model, 'complete_task', { task: 'TWO-1', fence: valueIn(taken, 'fence'), notes: 'done by window two' })
      return taken
    },
  )
  expect(late).toMatchObject({ isError: true, text: expect.stringContaining('took over your session') })
  expect(await ann.do('GET', '/api/tasks/TWO-1')).toMatchObject({ completion_notes: 'done by window two' })
  home.close()
}, 120_000)
