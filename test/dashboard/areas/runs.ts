import { canonical, newKeyPair, signText } from '../../../src/platform/tunnel-protocol.ts'
import { newId } from '../../../src/platform/ids.ts'
import { digest } from '../../../src/platform/secrets.ts'
import { storeRepository } from '../../assistant/stored-repository.ts'
import { receiptBody, sha256 } from '../../machines/receipts/receipt-body.ts'
import { storeMachine } from '../../machines/workspaces/stored-machine.ts'
import type { Page } from 'playwright-core'
import type { Area, Scene } from '../every-page.ts'

const head = 'e'.repeat(40)
const said = [
  ['note', 'Worktree ~/worktrees/BAT-runs from main at eeeeeee'],
  ['message', 'I read the task and two decisions. First the failing test, then the backoff.\n'],
  ['tool', 'Edit webhooks/backoff.ts'],
  ['stdout', '$ npm run e2e -- webhooks\n✓ delivers again after a 503 1.2 s\n\u001B[32m✓\u001B[0m keeps the order on replay 0.9 s\n'],
  ['stderr', '(node:4711) Warning: a line that is much longer than a phone is wide, so that it has to break somewhere in between\n'],
  ['tool', 'Run npm test'],
  ['stdout', Array.from({ length: 30 }, (_, at) => `✓ webhook ${at + 1} of 30\n`).join('')],
] as const

/** Two agents, three machines of a workspace, and runs in every state. */
async function makeRuns({ mira, jonas, slug, dashboard: { baton } }: Scene) {
  const org = mira.organization
  await storeRepository(baton, mira, slug, head, [], 'northwind/runs')
  const workspace = await mira.do('POST', '/api/workspaces', { name: 'Build farm', slug: 'build-farm', projects: [slug] })
  const offer = (people: string[], more = {}) => ({
    people,
    clients: [
      { name: 'claude', protocol: 'command' },
      { name: 'codex', protocol: 'acp' },
    ],
    at_once: 4,
    quiet: false,
    ...more,
  })
  const machine = async (name: string, online: boolean, run_offer: object) => {
    const id = await storeMachine(baton, mira, name, { online, lasting: online })
    await baton.look('update tunnels set run_offer = $2 where id = $1', [id, JSON.stringify(run_offer)])
    await mira.do('POST', '/api/workspaces/build-farm/checkouts', {
      machine: id,
      path: `/home/mira/code/${name}/platform`,
      repository: 'northwind/runs',
    })
    return id
  }
  const farm = await machine('farm-01', true, offer(['mira', jonas.user.id]))
  const away = await machine('farm-02', false, offer(['mira']))
  await machine('farm-03', true, offer(['jonas']))
  await machine('farm-04', true, offer(['mira'], { quiet: true }))
  const agent = async (name: string) => (await mira.do('POST', '/api/agents', { name, role: 'engineer' })) as { id: string; slug: string }
  const vega = await agent('Vega')
  const lyra = await agent('Lyra')
  for (const { id } of [vega, lyra]) await mira.api.setAgentDispatch({ agent: id, workspace: 'build-farm', client: 'claude', at_once: 2 })
  const task = (title: string) =>
    mira.do('POST', '/api/tasks', { project: slug, title, status: 'todo' }) as Promise<{ id: string; key: string; project_id: string }>
  const store = async (of: { id: string; project_id: string }, who: string, state: string, more: Record<string, unknown> = {}) => {
    const id = newId()
    const held = state !== 'queued'
    const row: Record<string, unknown> = {
      ...{ org_id: org, id, task_id: of.id, project_id: of.project_id, agent_id: who, workspace_id: workspace.id, client: 'claude' },
      ...{ reason: 'assigned', requested_by: mira.user.id, state, fence: held ? 1 : 0, created_at: new Date(Date.now() - 800_000) },
      ...(held && { tunnel_id: farm, lease_until: new Date(Date.now() + 86_400_000), started_at: new Date(Date.now() - 761_000) }),
      ...(['done', 'unfinished', 'failed', 'stopped', 'waiting'].includes(state) && { ended_at: new Date(Date.now() - 60_000) }),
      ...more,
    }
    const names = Object.keys(row)
    await baton.look(`insert into runs (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`, Object.values(row))
    return id
  }
  const say = async (run: string) => {
    for (const [at, [kind, text]] of said.entries())
      await baton.look('insert into run_output (org_id, run_id, fence, piece, at, kind, text) values ($1, $2, 1, $3, now(), $4, $5)', [
        org,
        run,
        at + 1,
        kind,
        text,
      ])
  }
  const busy = await task('Retry outgoing webhooks with backoff, and with a title that is longer than a phone is wide')
  const running = await store(busy, vega.id, 'running', {
    branch: 'baton/retry-outgoing-webhooks-with-backoff-and-jitter',
    worktree: '/home/mira/worktrees/1',
  })
  await say(running)
  const waits = await task('Replay from the delivery list')
  await store(waits, lyra.id, 'queued', { wanted_tunnel_id: away, reason: 'asked' })
  const finished = await task('Sign every attempt anew')
  await store(finished, vega.id, 'failed', { error: 'The machine ended while this was running.', fence: 3 })
  await store(finished, vega.id, 'stopped', { stop_requested_at: new Date() })
  const keys = newKeyPair()
  const signed = { machine: farm, task: finished.key, argv: ['npm', 'test'], output_sha256: sha256('ok'), output_bytes: 2 }
  const body = canonical(receiptBody({ ...signed, agent_user: null }))
  const receipt = newId()
  const reasons = [
    'no gate pins a command for this check',
    'it is not known that the agent runs as another user of the system than the one who signed',
  ]
  await baton.look(
    `insert into receipts (org_id, id, tunnel_id, user_id, public_key, body, body_sha256, signature, rank, reasons, task_id, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 'reported', $9, $10, now())`,
    [
      org,
      receipt,
      farm,
      mira.user.id,
      keys.publicKey,
      body,
      digest(body),
      signText(keys.privateKey, 'receipt', body),
      reasons,
      finished.id,
    ],
  )
  const stats = { files_changed: 4, insertions: 196, deletions: 32, dirty_files: 0, exit_code: 0, head }
  await say(await store(finished, vega.id, 'done', { branch: 'baton/sign-every-attempt', receipt_id: receipt, ...stats }))
  const asks = await task('Choose how long to keep deliveries')
  await store(asks, lyra.id, 'waiting', { branch: 'baton/keep-deliveries' })
  const left = await task('Sweep deliveries that nobody reads')
  await store(left, lyra.id, 'unfinished', {
    ...{ branch: 'baton/sweep-deliveries', worktree: '/home/mira/.config/baton/machine/worktrees/0199a1b2-0000-7000-8000-00000000000a' },
    ...{ ...stats, files_changed: 1, insertions: 12, deletions: 0, dirty_files: 1, refused: 2, refused_kinds: ['execute'] },
    error: 'It left 1 file uncommitted; 2 commands were refused.',
  })
  const plain = await task('Delete deliveries after 30 days')
  return { running, busy, waits, finished, asks, left, plain, farm, vega }
}

export const runs: Area = async (scene) => {
  const { org } = scene
  const { running, busy, waits, finished, asks, left, plain, farm, vega } = await makeRuns(scene)
  const at = (key: string) => `/${org}/t/${key}`
  const ended = { path: at(finished.key), ready: 'Vega finished on farm-01' }
  const press = (name: string | RegExp, then: string) => async (page: Page) => {
    await page.getByRole('button', { name }).first().click()
    await page.getByText(then).first().waitFor()
  }
  return [
    { name: 'run-running', path: at(busy.key), ready: 'webhook 30 of 30' },
    {
      name: 'run-scrolled-up',
      path: `/${org}/runs/${running}`,
      ready: 'webhook 30 of 30',
      then: async (page) => {
        await page.getByRole('log').evaluate((log) => ((log as unknown as { scrollTop: number }).scrollTop = 0))
        await page.getByRole('button', { name: 'Jump to latest' }).waitFor()
      },
    },
    { name: 'run-page', path: `/${org}/runs/${running}`, ready: 'webhook 30 of 30' },
    { name: 'run-queued', path: at(waits.key), ready: 'farm-02 is offline' },
    { name: 'run-waiting', path: at(asks.key), ready: 'Lyra has a question' },
    { name: 'run-done', ...ended },
    { name: 'run-unfinished', path: at(left.key), ready: 'Lyra left work undone on farm-01' },
    { name: 'run-earlier', ...ended, then: (page) => page.getByText('2 earlier runs').click() },
    { name: 'run-receipt', ...ended, then: press(/npm test passed/, 'Verify without Baton') },
    { name: 'run-on', path: `${at(plain.key)}?run=true`, ready: 'Quiet hours' },
    { name: 'run-wall', path: `/${org}/agents/live`, ready: 'webhook 30 of 30' },
    { name: 'run-agent', path: `/${org}/agents/${vega.slug}?tab=runs`, ready: 'Sign every attempt anew' },
    { name: 'run-machine', path: `/${org}/machines/${farm}`, ready: 'Sign every attempt anew' },
    { name: 'run-machines', path: `/${org}/machines`, ready: 'Queued runs' },
    { name: 'run-workspace', path: `/${org}/workspaces/build-farm`, ready: 'Agents that start here' },
  ]
}
