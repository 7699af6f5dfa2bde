import { readConfig } from '../platform/config.ts'
import { bootstrap, RolesInUse } from '../platform/provision.ts'

const config = readConfig()
if (!config.DATABASE_ADMIN_URL) {
  console.error(
    "Set DATABASE_ADMIN_URL to a connection as PostgreSQL's administrator, such as postgres://postgres:password@127.0.0.1:5432/postgres",
  )
  process.exit(1)
}
try {
  await bootstrap(config.DATABASE_ADMIN_URL, config, { takeOver: process.argv.includes('--take-over') })
} catch (error) {
  // What PostgreSQL or we refuse has a reason that helps its reader; a trace does not.
  if (!(error instanceof RolesInUse) && !(error as { code?: string }).code && !(error as Error).cause) throw error
  console.error((error as Error).message)
  process.exit(1)
}
console.log('The database, its roles and rights are ready. Next: npm run migrate')
