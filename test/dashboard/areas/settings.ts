import type { Area } from '../every-page.ts'

/** All settings pages, with something in each list. */
export const settings: Area = async ({ mira, org, dashboard: { baton } }) => {
  const at = (page: string) => `/${org}/settings/${page}`
  await mira.do('POST', '/api/settings/api-keys', { name: 'Nightly report', scopes: ['task:read', 'project:read'] })
  await mira.do('POST', '/api/settings/mcp-tokens', { name: 'Atlas on the laptop' })
  await mira.do('POST', '/api/settings/mcp-tokens', { name: 'Trying things out', mode: 'test' })
  const { id: webhook } = await mira.do('POST', '/api/webhooks', {
    url: 'https://hooks.example.com/baton',
    description: 'Posts to the release channel',
    events: ['feature.*', 'task.created'],
  })
  await mira.do('POST', `/api/webhooks/${webhook}/test`)
  await mira.do('POST', '/api/organization/invites', { email: 'priya@example.com', role: 'member' })
  await mira.do('POST', '/api/organization/invites/links', { role: 'viewer', label: 'Sam from design' })
  await baton.look("update auth.accounts set role = 'admin' where user_id = $1", [mira.user.id])
  await mira.do('POST', '/api/teams', { name: 'Reliability', handle: 'reliability', description: 'Keeps the **streams** flowing.' })
  await mira.do('POST', '/api/teams/reliability/members', { user: 'jonas' })
  await mira.do('POST', '/api/sync/devices/register', { name: 'Mira’s tablet', client: 'baton-mobile 1.2' })
  const { id: synced } = await mira.do('POST', '/api/sync/devices/register', {
    name: 'A laptop with a longer name than a phone is wide, in the office',
  })
  await mira.do('GET', `/api/sync/pull?device=${synced}`)
  await mira.do('POST', '/api/projects', { name: 'Streams', slug: 'streams', key: 'STR', visibility: 'private' })
  await mira.do('PUT', '/api/teams/reliability/projects/streams', { role: 'viewer' })
  await mira.do('PUT', '/api/team', { team: 'reliability' })
  return [
    { name: 'settings-profile', path: at('profile'), ready: 'Visible to others' },
    { name: 'settings-passkeys', path: at('passkeys'), ready: 'Authenticator app' },
    {
      name: 'settings-totp',
      path: at('passkeys'),
      ready: 'Authenticator app',
      then: async (page) => {
        await page.getByRole('button', { name: 'Set up' }).click()
        await page.getByRole('img', { name: /QR code/ }).waitFor()
      },
    },
    { name: 'settings-sessions', path: at('sessions'), ready: 'This device' },
    { name: 'settings-accounts', path: at('accounts'), ready: 'Apps with access' },
    { name: 'settings-tokens', path: at('tokens'), ready: 'Atlas on the laptop' },
    { name: 'settings-api-keys', path: at('api-keys'), ready: 'Nightly report' },
    {
      name: 'settings-new-key',
      path: at('api-keys'),
      ready: 'Nightly report',
      then: async (page) => {
        await page.getByRole('button', { name: 'New API key' }).click()
        await page.getByLabel('Purpose').fill('Release notes')
      },
    },
    { name: 'settings-notifications', path: at('notifications'), ready: 'Email digests are unavailable' },
    { name: 'settings-appearance', path: at('preferences'), ready: 'System' },
    { name: 'settings-sync', path: at('sync'), ready: 'Mira’s tablet' },
    { name: 'settings-organization', path: at('organization'), ready: 'Delete organization' },
    { name: 'settings-webhooks', path: at('webhooks'), ready: 'hooks.example.com' },
    { name: 'settings-webhook', path: at(`webhooks/${webhook}`), ready: 'Deliveries' },
    { name: 'people', path: `/${org}/team`, ready: 'Reliability' },
    {
      name: 'people-invite',
      path: `/${org}/team`,
      ready: 'Reliability',
      then: async (page) => {
        await page.getByRole('button', { name: 'Invite people' }).click()
        await page.getByLabel('Who is it for?').fill('Priya')
        await page.getByRole('button', { name: 'Create invite link' }).click()
        await page.getByRole('region', { name: 'the invite link for Priya' }).waitFor()
      },
    },
    {
      name: 'people-add',
      path: `/${org}/team`,
      ready: 'Reliability',
      then: async (page) => {
        await page.getByRole('button', { name: 'Invite people' }).click()
        await page.getByRole('radio', { name: 'Handle' }).click()
      },
    },
    { name: 'no-access', path: '/somebody-elses/inbox', ready: 'Your organizations', refused: true },
    { name: 'team', path: `/${org}/teams/reliability`, ready: 'Add member' },
    { name: 'team-projects', path: `/${org}/teams/reliability?view=projects`, ready: 'direct access' },
    { name: 'team-features', path: `/${org}/teams/reliability?view=features`, ready: 'No features yet' },
    { name: 'team-activity', path: `/${org}/teams/reliability?view=activity`, ready: 'Everyone' },
    { name: 'shortcuts', path: at('preferences'), ready: 'System', then: async (page) => page.keyboard.press('?') },
    { name: 'palette', path: at('preferences'), ready: 'System', then: async (page) => page.keyboard.press('Control+k') },
    { name: 'nowhere', path: `/${org}/nothing-here`, ready: 'Page not found' },
  ]
}
