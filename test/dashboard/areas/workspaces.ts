import { storeRepository } from '../../assistant/stored-repository.ts'
import { storeMachine } from '../../machines/workspaces/stored-machine.ts'
import type { Area, Scene } from '../every-page.ts'

const head = 'd'.repeat(40)

/** A workspace with two teams, two projects and three checkouts: one clean, one dirty, one on a machine that is offline and doesn't answer. */
async function makeWorkspace({ mira, jonas, slug, dashboard: { baton } }: Scene): Promise<void> {
  await storeRepository(baton, mira, slug, head, [], 'northwind/platform')
  await mira.do('POST', '/api/projects', { name: 'Billing', slug: 'billing', key: 'BILL', visibility: 'private' })
  for (const [handle, name] of [
    ['platform-team', 'Platform'],
    ['design-team', 'Design'],
    ['support-team', 'Support'],
  ])
    await mira.do('POST', '/api/teams', { name, handle })
  await mira.do('POST', '/api/teams/platform-team/members', { user: jonas.user.handle })
  await mira.do('POST', '/api/workspaces', {
    name: 'Platform',
    slug: 'platform',
    description: 'The server and its doors: **main** is deployed every night.',
    projects: [slug, 'billing'],
  })
  for (const [team, role] of [
    ['platform-team', 'editor'],
    ['design-team', 'viewer'],
  ])
    await mira.do('POST', '/api/workspaces/platform/teams', { team, role })
  const report = (local_id: string, more: object) => ({
    local_id,
    path: `/home/mira/${local_id}`,
    repository: 'northwind/platform',
    head,
    ...more,
  })
  const desk = await storeMachine(baton, mira, 'mira-desk', { lasting: true })
  await mira.do('POST', '/api/workspaces/sync', {
    workspace: 'platform',
    machine: desk,
    checkouts: [
      report('platform', { branch: 'main', worktrees: [{ path: '/home/mira/.worktrees/BAT-1', branch: 'BAT-1-enrol-a-passkey', head }] }),
      report('a-checkout-with-a-longer-path/than-a-phone-is-wide/so-that-it-has-to-break/platform', {
        branch: 'BAT-2-retry-outgoing-webhooks-with-a-longer-name-than-a-phone-is-wide',
        dirty_files: ['src/main.ts', 'README.md'],
      }),
    ],
  })
  const laptop = await storeMachine(baton, jonas, 'jonas-laptop', { online: false })
  await jonas.do('POST', '/api/workspaces/platform/checkouts', {
    machine: laptop,
    path: '/home/jonas/platform',
    repository: 'northwind/platform',
  })
  await mira.do('POST', '/api/workspaces', { name: 'Website', slug: 'website' })
}

export const workspaces: Area = async (scene) => {
  const { mira, org } = scene
  await makeWorkspace(scene)
  const at = `/${org}/workspaces`
  const menu = (item: string, then: string) => async (page: import('playwright-core').Page) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByText(then).waitFor()
  }
  return [
    { name: 'workspaces', path: at, ready: 'Website' },
    { name: 'workspaces-new', path: `${at}?create=true`, ready: 'One of your teams' },
    { name: 'workspaces-none', path: `/${mira.user.handle}/workspaces`, ready: 'No workspaces yet' },
    { name: 'workspace', path: `${at}/platform`, ready: 'mira-desk' },
    { name: 'workspace-new-one', path: `${at}/website`, ready: 'No checkouts yet' },
    { name: 'workspace-edit', path: `${at}/platform`, ready: 'mira-desk', then: menu('Edit…', 'Teams get access to these') },
    { name: 'workspace-delete', path: `${at}/platform`, ready: 'mira-desk', then: menu('Delete…', 'People lose access') },
    {
      name: 'workspace-add-checkout',
      path: `${at}/platform`,
      ready: 'mira-desk',
      then: async (page) => {
        await page.getByRole('button', { name: 'Add checkout' }).click()
        await page.getByText('One of yours').waitFor()
      },
    },
    {
      name: 'workspace-synced',
      path: `${at}/platform`,
      ready: 'mira-desk',
      then: async (page) => {
        await page.getByRole('button', { name: 'Sync' }).click()
        await page.getByText('did not answer').first().waitFor({ timeout: 20_000 })
      },
    },
  ]
}
