import type { Page } from 'playwright-core'
import type { Area } from '../every-page.ts'

/** Everything an administrator can open, with something in each list; impersonation comes last. */
export const administration: Area = async ({ mira, jonas, org, dashboard: { baton } }) => {
  const at = (page: string) => `/${org}/admin/${page}`
  await baton.look("update auth.accounts set role = 'admin' where user_id = $1", [mira.user.id])
  await mira.do('POST', '/api/teams', { name: 'Support desk', handle: 'support-desk' })
  await jonas.do('POST', '/api/notes', { title: 'Plans for the summer', content: 'Two weeks in July.' })
  await mira.do('POST', '/api/admin/settings/seed')
  await mira.do('POST', '/api/admin/notifications/send', { title: 'Maintenance on Sunday', body: 'From eight to nine.' })
  await baton.look(
    `insert into jobs.job (name, data, state, completed_on, output) values ('sendMailing', '{}', 'failed', now(), '{"message": "the mail server did not take a message"}')`,
  )
  const user = at(`users/${jonas.user.id}`)
  const menu = (item: string, then: string) => async (page: Page) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByText(then).first().waitFor()
  }
  const press = (button: string, then: string) => async (page: Page) => {
    await page.getByRole('button', { name: button }).click()
    await page.getByText(then).first().waitFor()
  }
  return [
    { name: 'admin-users', path: at('users'), ready: 'Jonas Weber' },
    { name: 'admin-user', path: user, ready: 'Last login' },
    {
      name: 'admin-user-reset',
      path: user,
      ready: 'Last login',
      then: menu('Reset password…', 'choose a new password with a one-time link'),
    },
    { name: 'admin-user-message', path: user, ready: 'Last login', then: menu('Send a message…', 'Title') },
    { name: 'admin-user-offboard', path: user, ready: 'Last login', then: menu('Offboard…', 'Shown to them when they try to log in') },
    { name: 'admin-user-suspend', path: user, ready: 'Last login', then: press('Suspend…', 'Shown to them when they log in') },
    { name: 'admin-user-act-as', path: user, ready: 'Last login', then: press('Impersonate…', 'For up to 30 minutes') },
    {
      name: 'admin-user-notes',
      path: user,
      ready: 'Last login',
      then: async (page) => {
        await page.getByRole('radio', { name: /^Notes/ }).click()
        await page.getByRole('button', { name: 'Read Plans for the summer' }).click()
        await page.getByText('The owner is notified').waitFor()
      },
    },
    { name: 'admin-teams', path: at('teams'), ready: 'Support desk' },
    {
      name: 'admin-team',
      path: at('teams'),
      ready: 'Support desk',
      then: async (page) => {
        await page.getByRole('link', { name: 'Support desk' }).click()
        await page.getByText('Add member').first().waitFor()
      },
    },
    { name: 'admin-announcements', path: at('notifications'), ready: 'Maintenance on Sunday' },
    {
      name: 'admin-announce',
      path: at('notifications'),
      ready: 'Maintenance on Sunday',
      then: press('New announcement', 'This can’t be undone'),
    },
    { name: 'admin-settings', path: at('settings'), ready: 'Registration' },
    { name: 'admin-plans', path: at('plans'), ready: 'Business' },
    { name: 'admin-plan', path: at('plans'), ready: 'Business', then: press('Change Team', 'Provider price ID') },
    { name: 'admin-health', path: at('health'), ready: 'Versions' },
  ]
}
