import { operations } from '../capabilities/operations.ts'
import { nobody } from '../kernel/context.ts'
import { execute } from '../kernel/execute.ts'
import { readConfig } from '../platform/config.ts'
import { assemble } from './assemble.ts'

const config = readConfig()
const { kernel, close } = await assemble(config)
const offer = operations.get('offerSetup')
if (config.ADMIN_EMAIL && offer) {
  const system = { ...nobody, credential: { kind: 'system', id: null } } as const
  const { token } = (await execute(kernel, offer, system, { email: config.ADMIN_EMAIL }, { door: 'worker' })) as { token: string | null }
  // After # it stays in the browser: no server and no log sees it.
  console.log(
    token
      ? `Set up the first administrator (${config.ADMIN_EMAIL}), once, at ${config.APP_URL}/setup#${token}`
      : 'There is an administrator already',
  )
} else {
  console.log('Set ADMIN_EMAIL to get a setup link for the first administrator')
}
await close()
