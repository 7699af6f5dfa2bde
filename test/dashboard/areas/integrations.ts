import { expect } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import type { Services } from '../../../src/platform/services.ts'
import type { Area, Scene } from '../every-page.ts'

const preview = {
  epics: 2,
  stories: 1,
  tasks: 41,
  created: 38,
  updated: 4,
  unchanged: 2,
  comments: 117,
  statuses: [
    { name: 'In Review by the platform team', status: 'in_review', count: 12 },
    { name: 'Backlog', status: 'backlog', count: 32 },
  ],
  unknown_people: ['Stella Maris', 'Carl'],
  errors: [],
  warnings: [{ line: 12, field: 'labels', message: 'has more than 20; the first are kept' }],
  sample: [
    { key: 'ENG-1', kind: 'epic', title: 'Checkout', status: 'in_progress' },
    {
      key: 'ENG-2',
      kind: 'task',
      title: 'Pay by card, with a longer title than a phone is wide, so that it has to be cut somewhere',
      status: 'in_review',
    },
  ],
}

/** Stubs the providers with plausible answers; their real ones are tested in test/integrations. */
function answerForProviders({ dashboard: { baton } }: Scene): void {
  const services = baton.node.assembly.kernel.services as Services
  const workspace = { team: 'Northwind', team_id: 'T1', bot: 'baton', url: 'https://northwind.slack.com/' }
  services.slack = { ...services.slack, test: async () => workspace, socketUrl: async () => 'wss://example.com' }
  const linear = {
    ...services.trackers.linear,
    test: async () => ({ account: 'mira@northwind.example', workspace: 'Northwind' }),
    sources: async () => [{ id: 'team-1', key: 'ENG', name: 'Engineering' }],
  }
  services.trackers = { ...services.trackers, linear }
}

async function readImport({ mira, slug, dashboard: { baton } }: Scene, status: string): Promise<string> {
  const id = newId()
  await baton.look(
    `insert into remote_imports (org_id, id, project_id, user_id, credential_kind, provider, source, comments, status, pages, items, preview, created_at, updated_at)
     select org_id, $1, id, $2, 'interactive', 'linear', 'ENG', true, $3, 3, 44, $4, now(), now() from projects where slug = $5`,
    [id, mira.user.id, status, status === 'reading' ? null : JSON.stringify(preview), slug],
  )
  return id
}

export const integrations: Area = async (scene) => {
  const { mira, jonas, org, dashboard } = scene
  answerForProviders(scene)
  await dashboard.baton.look("update auth.accounts set role = 'admin' where user_id = $1", [mira.user.id])
  const path = '/api/settings/integrations/user'
  await mira.do('PUT', `${path}/slack`, { bot_token: 'xoxb-12345678', app_token: 'xapp-12345678', channel: 'C012AB3CD' })
  await mira.do('PUT', `${path}/linear`, { api_key: 'lin_api_12345678' })
  await dashboard.baton.look(
    "update auth.integrations set failed_at = now(), failure = 'Slack takes no more messages for now. It is tried again when it does.' where provider = 'slack'",
  )
  const [ready, reading] = [await readImport(scene, 'ready'), await readImport(scene, 'reading')]
  const at = (page: string) => `/${org}/settings/${page}`
  const mine = await mira.do('POST', '/api/issues', {
    title: 'The board flickers when a card is dropped',
    body: 'Since this morning.',
    page: `/${org}/p/web/board`,
    console: ['TypeError: x is undefined'],
  })
  const theirs = await jonas.do('POST', '/api/issues', { title: 'Board flickers on the phone', app_version: '0.6.0', request_id: 'req-1' })
  await mira.do('PATCH', `/api/admin/issues/${mine.id}`, { status: 'triaged', answer: 'Which browser is it?' })
  return [
    { name: 'integrations', path: at('integrations'), ready: 'Slack takes no more messages' },
    {
      name: 'integrations-connect',
      path: at('integrations'),
      ready: 'Not connected.',
      then: async (page) => {
        await page.getByRole('button', { name: 'Connect Jira' }).click()
        await page.getByLabel('API token').waitFor()
      },
    },
    {
      name: 'integrations-slack',
      path: at('integrations'),
      ready: 'Not connected.',
      then: async (page) => {
        await page.getByRole('button', { name: 'Change', exact: true }).first().click()
        await page.getByRole('dialog').getByText('Notifications').first().waitFor()
      },
    },
    { name: 'imports', path: `/${org}/import?project=${scene.slug}`, ready: 'Earlier imports' },
    { name: 'import-ready', path: `/${org}/import/${ready}`, ready: 'Stella Maris' },
    { name: 'import-reading', path: `/${org}/import/${reading}`, ready: 'You can leave this page' },
    { name: 'reports', path: at('reports'), ready: 'The board flickers' },
    { name: 'report', path: at(`reports/${mine.id}`), ready: 'Which browser is it?' },
    {
      name: 'report-issue',
      path: at('reports'),
      ready: 'The board flickers',
      then: async (page) => {
        // The form comes with the rest of the shell, after the page; until then the button reaches nobody.
        const form = page.getByLabel('What is wrong?')
        const press = () => page.getByRole('button', { name: 'Report an issue' }).click({ timeout: 2_000 })
        await expect.poll(async () => (await form.isVisible()) || (await press().catch(() => {}), form.isVisible())).toBe(true)
        await form.fill('Board flickers')
        await page.getByText('Similar reports').waitFor()
      },
    },
    { name: 'admin-issues', path: `/${org}/admin/issues`, ready: 'Board flickers on the phone' },
    { name: 'admin-issue', path: `/${org}/admin/issues/${theirs.id}`, ready: 'Publish as known issue' },
  ]
}
