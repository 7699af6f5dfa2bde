import { operations } from '../capabilities/operations.ts'
import { nobody } from '../kernel/context.ts'
import { execute } from '../kernel/execute.ts'
import { readConfig } from '../platform/config.ts'
import { roleUrl } from '../platform/database-login.ts'
import { connected } from '../platform/provision.ts'
import { assemble } from './assemble.ts'

const config = readConfig()
await connected(roleUrl(config, 'baton_app'), async () => {}) // waits for the database
const { kernel, close } = await assemble(config)
const system = { ...nobody, credential: { kind: 'system', id: null } } as const
const { settings, plans, categories } = await execute(kernel, operations.get('loadDefaults'), system, {}, { door: 'worker' })
const loaded = [
  ...settings.map((key) => `setting ${key}`),
  ...plans.map((id) => `plan ${id}`),
  ...categories.map((slug) => `category ${slug}`),
]
// Every organization has the default workflow from the start: it is built in and needs no row.
console.log(loaded.length > 0 ? `Loaded default data: ${loaded.join(', ')}` : 'The default data is there already')
if (config.ADMIN_EMAIL) {
  const input = { email: config.ADMIN_EMAIL }
  const { token } = await execute(kernel, operations.get('offerSetup'), system, input, { door: 'worker' })
  // After # the token stays in the browser: no server and no log sees it.
  console.log(
    token
      ? `Set up the first administrator (${config.ADMIN_EMAIL}), once, at ${config.APP_URL}/setup#${token}`
      : 'There is an administrator already',
  )
} else {
  console.log('Set ADMIN_EMAIL to get a setup link for the first administrator')
}
await close()
