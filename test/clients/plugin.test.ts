import { randomUUID } from 'node:crypto'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { waitFor } from '../harness/wait.ts'
import { mustUse, prepareDay, valueIn } from './days-work.ts'
import { openHome, type Home } from './home.ts'
import { patience } from './packages.ts'
import type { Stage } from './program.ts'
import { claudeCode } from './programs/claude-code.ts'
import { codex } from './programs/codex.ts'
import { pageText } from './programs/snippet.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const plugin = join(repository, 'plugins/claude-code')

/** A busy machine may take its time to answer. */
const patient = { BATON_HOOK_WAIT: '14' }

/** Installed as the docs page says; nothing else is configured. */
const withPlugin = {
  ...claudeCode,
  env: (stage: Stage) => ({ ...claudeCode.env(stage), ...patient }),
  setup: ({ url }: Stage) => pageText('a skill and hooks', url).replace('<this repository>', `'${repository}'`),
}

let baton: Baton
let ann: Person
let home: Home
beforeAll(async () => {
  baton = await startBaton()
  ann = await baton.person()
  await prepareDay(ann, 'hello')
  home = await openHome(withPlugin, { url: baton.url, token: (await ann.mcpToken()).token })
}, patience)
afterAll(async () => {
  home.close()
  await baton.close()
})

const session = async () => {
  const { items } = await ann.do('GET', '/api/sessions')
  return ann.do('GET', `/api/sessions/${items[0].id}`)
}
test('the real client finds plugin and marketplace valid', async () => {
  for (const folder of [plugin, repository]) expect(await home.shell(`claude plugin validate '${folder}'`)).toContain('Validation passed')
})

test(
  'its hooks carry a conversation through compaction: context, files, exit codes, last words, leases',
  async () => {
    const conversation = randomUUID()
    const file = join(home.folder, 'work/hello.ts')
    await home.run(
      async (model) => {
        expect(await model.told).toMatch(/Baton is connected\..*HEL-1/)
        const id = valueIn(await mustUse(model, 'create_session', { project: 'hello', goals: ['Say hello'] }), 'id')
        await mustUse(model, 'claim_task', { project: 'hello', session: id })
        await mustUse(model, 'Write', { file_path: file, content: 'export {}' })
        await mustUse(model, 'Bash', { command: 'GREETING=secret echo "good"', description: 'Says good' })
        expect(await model.use('Bash', { command: 'exit 3', description: 'Fails' })).toMatchObject({ isError: true })
        return 'I have begun with "hello.ts".'
      },
      { args: ['--session-id', conversation] },
    )
    // The model was never told its conversation id: the hook added it to the call.
    const [instance] = await baton.look('select client_session from agent_instances where client_session is not null')
    expect(instance).toEqual({ client_session: conversation })
    const begun = await session()
    expect(begun.leases).toMatchObject([{ task: 'HEL-1' }])
    const { trace } = await waitFor('what the hooks saw', session, (now) => now.trace?.said.length > 0)
    expect(trace).toMatchObject({
      said: ['I have begun with "hello.ts".'],
      files: [file],
      ran: [
        { command: 'exit', code: 3, times: 1 },
        { command: 'echo', code: 0, times: 1 },
      ],
    })

    await home.run(async () => 'What was done so far.', { args: ['--resume', conversation], prompt: '/compact' })
    expect(await session()).toMatchObject({ id: begun.id, status: 'running', checkpoints: 0, trace: { files: [file] } })

    await home.run(
      async (model) => {
        expect(await model.told).toMatch(/You are at work in Baton\..*HEL-1/)
        // It needs no fence: the hook says which window this is.
        await mustUse(model, 'complete_task', { task: 'HEL-1', notes: 'Done after the compaction.' })
        return 'Done.'
      },
      { args: ['--resume', conversation] },
    )
    expect(await ann.do('GET', '/api/tasks/HEL-1')).toMatchObject({ status: 'complete', completion_notes: 'Done after the compaction.' })
  },
  patience,
)

test(
  'the same script is a hook of Codex, as its page says',
  async () => {
    const bob = await baton.person()
    await prepareDay(bob, 'hello')
    const other = await openHome(
      { ...codex, env: (stage) => ({ ...codex.env(stage), ...patient }) },
      { url: baton.url, token: (await bob.mcpToken()).token },
    )
    copyFileSync(join(plugin, 'hooks/baton.sh'), join(other.folder, '.codex/baton.sh'))
    writeFileSync(join(other.folder, '.codex/hooks.json'), pageText('`~/.codex/hooks.json`', baton.url))
    await other.run(
      async (model) => {
        expect(await model.told).toMatch(/Baton is connected\..*HEL-1/)
        await mustUse(model, 'create_session', { project: 'hello', goals: ['Say hello'] })
        return 'I said "hello".'
      },
      { args: ['--dangerously-bypass-hook-trust'] },
    )
    const { items } = await bob.do('GET', '/api/sessions')
    const traced = () => bob.do('GET', `/api/sessions/${items[0].id}`)
    expect((await waitFor('what the hooks saw', traced, ({ trace }) => trace !== null)).trace).toMatchObject({ said: ['I said "hello".'] })
    other.close()
  },
  patience,
)

test(
  'without Baton a conversation goes on as if there were no plugin',
  async () => {
    const away = await openHome(withPlugin, { url: 'http://127.0.0.1:9', token: 'svc_live_none' })
    await away.run(async (model) => {
      await mustUse(model, 'Bash', { command: 'true', description: 'Does nothing' })
      return 'Done.'
    })
    away.close()
  },
  patience,
)
