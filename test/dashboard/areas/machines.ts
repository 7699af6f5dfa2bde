import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { storeMachine } from '../../machines/workspaces/stored-machine.ts'
import type { Area, Scene } from '../every-page.ts'

const takes = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false })
const actions = [
  { name: 'git.status', description: 'Branch, head and changed files', risk: 'read', schema: takes({ path: { type: 'string' } }) },
  {
    name: 'run-tests',
    description: 'npm test in a checkout',
    risk: 'write',
    schema: {
      type: 'object',
      properties: {
        suite: { enum: ['unit', 'browser'], description: 'Which of them' },
        workers: { type: 'integer', minimum: 1, maximum: 8, default: 2 },
        update: { type: 'boolean', description: 'Write snapshots anew' },
      },
      additionalProperties: false,
    },
  },
  {
    name: 'apply-migration',
    description: 'Apply a migration to the staging database',
    risk: 'danger',
    schema: takes({ database: { type: 'string' }, migration: { type: 'string' } }),
  },
]
const fingerprint = '7c2f-91ad-e05b-44d8-b3a6-0f17-6e92-c85d-1a2b-3c4d'

/** A busy machine with a history, one that is offline, one of another person, and one that waits for confirmation. */
async function makeMachines({ mira, jonas, dashboard: { baton } }: Scene) {
  const dress = (id: string, away: boolean) =>
    baton.look(
      `update tunnels set fingerprint = $2, hostname = 'devbox.northwind.example', platform = 'linux', client_version = '0.6.0', ports = '{3000,8080}',
        last_seen_at = now() + case when $3 then interval '-3 hours' else interval '1 day' end where id = $1`,
      [id, fingerprint, away],
    )
  const devbox = await storeMachine(baton, mira, 'devbox', { actions })
  const studio = await storeMachine(baton, mira, 'studio', { online: false, actions: actions.slice(0, 1) })
  const theirs = await storeMachine(baton, jonas, 'jonas-laptop', { actions })
  for (const id of [devbox, studio, theirs]) await dress(id, id === studio)
  const offer = `insert into tunnel_signers (org_id, tunnel_id, credential_id, user_id, name, public_key, fingerprint, offered_at, confirmed_at)
    values ($1, $2, $3, $4, $5, '\\x01', $6, now(), case when $7 then now() end)`
  await baton.look(offer, [mira.organization, devbox, 'a2V5', mira.user.id, 'Mira’s phone', fingerprint, true])
  await baton.look(offer, [mira.organization, devbox, 'b3RoZXI', mira.user.id, 'Work laptop', fingerprint.replace('7c2f', 'c41e'), false])
  const ask = async (action: string, args: Record<string, unknown>) =>
    (await mira.api.executeTunnelAction({ tunnel: devbox, action, arguments: args, expires_in: 3600 })).id
  const end = (id: string, state: string, exit_code: number | null, output: string, error: string | null = null) =>
    baton.look('update tunnel_actions set state = $2, exit_code = $3, output = $4, error = $5, ended_at = now() where id = $1', [
      id,
      state,
      exit_code,
      output,
      error,
    ])
  const done = await ask('run-tests', { suite: 'unit', workers: 2 })
  await end(
    done,
    'done',
    0,
    ' ✓ test/machines/actions.test.ts (7 tests)\n ✓ test/machines/pairing.test.ts (4 tests)\n\n Tests  11 passed (11)\n',
  )
  await end(
    await ask('git.status', { path: '/etc' }),
    'failed',
    null,
    '',
    'Refused by the machine: a path leads out of the folders it allows',
  )
  const unknown = await ask('run-tests', { suite: 'browser' })
  await end(unknown, 'unknown', null, '', 'The machine ended while this was running.')
  const waiting = await ask('apply-migration', {
    database: 'staging',
    migration: '0042_passkey_counter_with_a_longer_name_than_a_phone_is_wide',
  })
  const { id: claimed, nonce } = await mira.api.registerTunnel({ name: 'Build server' })
  await mira.do('POST', '/api/tunnels/claim', {
    nonce,
    public_key: randomBytes(32).toString('base64url'),
    hostname: 'build-01.northwind.example',
    platform: 'linux',
  })
  // Visiting every page of every area takes longer than ten minutes.
  await baton.look("update tunnel_pairings set expires_at = now() + interval '59 minutes' where tunnel_id = $1", [claimed])
  return { devbox, theirs, done, unknown, waiting, claimed }
}

export const machines: Area = async (scene) => {
  const { mira, org } = scene
  const { devbox, theirs, done, unknown, waiting, claimed } = await makeMachines(scene)
  const at = `/${org}/machines`
  const here = { path: `${at}/${devbox}`, ready: 'Work laptop' }
  const code = async (page: Page) => {
    await page.getByLabel('Name', { exact: true }).fill('Laptop')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Waiting for the machine').waitFor()
  }
  const differs = async (page: Page) => {
    await page.getByLabel('Fingerprint shown on the machine').fill(fingerprint)
    await page.getByText('The fingerprints differ').waitFor()
  }
  const menu = (item: string, then: string) => async (page: Page) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByText(then).waitFor()
  }
  return [
    { name: 'machines', path: at, ready: 'jonas-laptop' },
    { name: 'machines-none', path: `/${mira.user.handle}/machines`, ready: 'No machines yet' },
    { name: 'machines-add', path: `${at}?add=true`, ready: 'For example, “Laptop”' },
    { name: 'machines-code', path: `${at}?add=true`, ready: 'For example, “Laptop”', then: code },
    { name: 'machine', ...here },
    { name: 'machine-of-another', path: `${at}/${theirs}`, ready: 'apply-migration' },
    { name: 'machine-run', ...here, then: (page) => page.getByRole('button', { name: 'Run run-tests…' }).click() },
    { name: 'machine-rename', ...here, then: menu('Rename…', 'Rename machine') },
    { name: 'machine-remove', ...here, then: menu('Remove…', 'pair it again') },
    { name: 'machine-claimed', path: `${at}/${claimed}`, ready: 'Compare the fingerprints' },
    { name: 'machine-claimed-differs', path: `${at}/${claimed}`, ready: 'Compare the fingerprints', then: differs },
    { name: 'machine-approval', path: `${at}/${devbox}/actions/${waiting}`, ready: 'Approve with passkey' },
    { name: 'machine-action-done', path: `${at}/${devbox}/actions/${done}`, ready: '11 passed' },
    { name: 'machine-action-unknown', path: `${at}/${devbox}/actions/${unknown}`, ready: 'Unknown result' },
    { name: 'machine-inbox', path: `/${org}/inbox?open=action-${waiting}`, ready: 'Approve with passkey' },
  ]
}
