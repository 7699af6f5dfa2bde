import { readConfig } from '../platform/config.ts'
import { bootstrap } from '../platform/provision.ts'

const config = readConfig()
if (!config.DATABASE_ADMIN_URL) {
  console.error('Set DATABASE_ADMIN_URL to a superuser connection, such as postgres://postgres:password@127.0.0.1:5432/postgres')
  process.exit(1)
}
await bootstrap(config.DATABASE_ADMIN_URL, config)
console.log('The database, its roles and rights are ready. Next: npm run migrate')
