import { operations } from '../capabilities/operations.ts'
import { readConfig } from '../platform/config.ts'
import { migrate, NewerDatabase } from '../platform/migrations.ts'
import { secondWall } from '../platform/provision.ts'

const config = readConfig()
const queues = [...operations.values()].filter(({ contract }) => contract.job).map(({ name }) => name)
const evenIfOlder = process.argv.includes('--even-if-older')
const applied = await migrate(config, queues, { report: (line) => console.log(line), evenIfOlder }).catch((error: Error) => {
  if (!(error instanceof NewerDatabase)) throw error
  // No failure: whoever goes back to the version before runs this too, and starts its servers only if it ends well.
  console.log(`${error.message} (npm run migrate -- --even-if-older applies this version's functions all the same.)`)
  process.exit(0)
})
const [first] = applied
if (!first) console.log('The database is up to date')
// For a new database there would be hundreds of names; an upgrade lists the few that are new.
else console.log(first.startsWith('0001_') ? `Created the schema: ${applied.length} migrations` : `Applied ${applied.join(', ')}`)
if ((await secondWall(config)) === 'partial') {
  console.warn(
    'Warning: this PostgreSQL lets every role use set_config, procedural languages or temporary tables, so the second wall is partial.',
  )
}
