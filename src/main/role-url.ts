import { readConfig } from '../platform/config.ts'
import { roleUrl } from '../platform/database-login.ts'

const [role] = process.argv.slice(2)
if (!role) {
  console.error('Name the role: npm run db:url -- baton_app')
  process.exit(1)
}
console.log(roleUrl(readConfig(), role))
