/** Fills a running Baton for `npm run demo`: a person, an organization and the sample project. Prints where to log in. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { BatonError, createClient } from '../client/src/create-client.ts'

const url = process.env['APP_URL'] ?? ''
const file = `data/${process.env['DEMO_DATABASE'] || 'baton_demo'}.json`
const handle = 'demo'
const email = 'demo@example.com'

/** Reuses the same login on the next start; it exists only on this machine. */
function passwordOfDemo(): string {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { password: string }).password
  } catch {
    const password = crypto.randomUUID().slice(0, 13)
    mkdirSync('data', { recursive: true })
    writeFileSync(file, JSON.stringify({ email, password }, null, 2), { mode: 0o600 })
    return password
  }
}

async function answering(): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    const ready = await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await pause(250)
  }
  throw new Error(`no Baton answers at ${url}`)
}

await answering()
const password = passwordOfDemo()
const anonymous = createClient({ url })
const login = await anonymous.login({ email, password }).catch((error: unknown) => {
  if (!(error instanceof BatonError)) throw error
  return anonymous.register({ email, password, name: 'Demo Person', handle })
})
if (!('token' in login))
  throw new Error('the demo account asks for a second factor: turn it off in the settings, or drop the database baton_demo to start over')
const account = createClient({ url, token: login.token })
const organizations = await account.listOrganizations({})
const here =
  organizations.items.find((one) => one.handle === 'demo-team') ??
  (await account.createOrganization({ name: 'Demo team', handle: 'demo-team' }))
const { project } = await createClient({ url, token: login.token, organization: here.id }).createSampleProject({})
console.log(`
Baton is running with a sample project; its agent works for about two minutes.

  Open      ${url}/demo-team/p/${project.slug}/board
  Email     ${email}
  Password  ${password}

Ctrl-C ends it.`)
