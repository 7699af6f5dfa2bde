import { mailedSecret } from '../../harness/mailed-secret.ts'
import { send } from '../../harness/person.ts'
import { digest, newSecret } from '../../../src/platform/secrets.ts'
import { authorizeAddress, registerApp } from '../../identity/oauth-server/app.ts'
import type { Area, PageCase } from '../every-page.ts'

const anonymous = true

export const auth: Area = async ({ dashboard: { baton, origin }, mira }) => {
  const { user_code } = (await send(origin, 'POST', '/api/auth/device/request', { client: 'baton on a laptop' })).body
  const { id } = await mira.do('POST', '/api/organization/invites', { email: 'new@example.com', role: 'member' })
  const invite = newSecret()
  const link = [digest(invite), mira.organization, id]
  await baton.look('insert into auth.invite_links (hash, org_id, invite_id, created_at) values ($1, $2, $3, now())', link)
  const shared = await mira.do('POST', '/api/organization/invites/links', { role: 'member' })
  const setup = newSecret()
  await baton.look(
    "insert into auth.setup_links (hash, email, created_at, expires_at) values ($1, 'admin@example.com', now(), now() + interval '1 day')",
    [digest(setup)],
  )
  const reset = await mailedSecret(baton, 'reset', mira.user.email)
  const app = await registerApp(origin)
  const cases: PageCase[] = [
    { name: 'auth-login', path: '/auth/login', ready: 'Use a passkey', anonymous },
    {
      name: 'auth-login-password',
      path: '/auth/login',
      ready: 'Use a passkey',
      anonymous,
      async then(page) {
        await page.getByLabel('Email').fill('mira@example.com')
        await page.getByRole('button', { name: 'Continue', exact: true }).click()
        await page.getByLabel('Password', { exact: true }).fill('not shown')
      },
    },
    { name: 'auth-register', path: '/auth/register', ready: 'Create account', anonymous },
    { name: 'auth-forgot', path: '/auth/forgot', ready: 'Ask an administrator', anonymous },
    { name: 'auth-reset-password', path: `/reset-password#${reset}`, ready: 'Set password', anonymous },
    { name: 'auth-magic-link', path: `/magic-link#${newSecret()}`, ready: 'This link works once.', anonymous },
    { name: 'auth-magic-link-empty', path: '/magic-link', ready: 'This link is incomplete', anonymous },
    { name: 'auth-verify-email', path: `/verify-email#${newSecret()}`, ready: 'Verify email', anonymous },
    { name: 'auth-change-email', path: `/change-email#${newSecret()}`, ready: 'Change address', anonymous },
    { name: 'auth-unsubscribe', path: `/unsubscribe#${newSecret()}`, ready: 'Unsubscribe', anonymous },
    { name: 'auth-invite', path: `/invite#${invite}`, ready: 'Accept invitation', anonymous },
    { name: 'auth-invite-link', path: new URL(shared.url).pathname + new URL(shared.url).hash, ready: 'Accept invitation', anonymous },
    { name: 'auth-setup', path: `/setup#${setup}`, ready: 'Create admin account', anonymous },
    { name: 'auth-callback-refused', path: '/auth/callback#error=email_unverified', ready: 'Something went wrong', anonymous },
    { name: 'auth-device', path: '/device', ready: 'Device code' },
    { name: 'auth-device-decide', path: `/device?user_code=${user_code}`, ready: 'Does your device show' },
    { name: 'auth-client', path: '/auth/client/some-application', ready: 'Continue as' },
    { name: 'auth-application-login', path: authorizeAddress(origin, app), ready: 'wants to connect', anonymous },
    {
      name: 'auth-application-consent',
      path: authorizeAddress(origin, app),
      ready: 'wants to connect',
      anonymous,
      async then(page) {
        await page.getByLabel('Email').fill(mira.user.email)
        await page.getByLabel('Password').fill(mira.password)
        await page.getByRole('button', { name: 'Log in' }).click()
        await page.getByText('In which organization?').waitFor()
      },
    },
    { name: 'auth-onboarding', path: '/onboarding', ready: 'Create organization' },
    { name: 'auth-onboarding-people', path: '/onboarding?step=people&org=northwind', ready: 'Who works with you?' },
    { name: 'auth-onboarding-project', path: '/onboarding?step=project&org=northwind', ready: 'Create project' },
  ]
  return cases
}
