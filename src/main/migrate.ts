import { operations } from '../capabilities/operations.ts'
import { readConfig } from '../platform/config.ts'
import { migrate } from '../platform/migrations.ts'
import { secondWall } from '../platform/provision.ts'

const config = readConfig()
const queues = [...operations.values()].filter(({ contract }) => contract.job).map(({ name }) => name)
const applied = await migrate(config, queues, { report: (line) => console.log(line) })
const [first] = applied
if (!first) console.log('The database is up to date')
// For a new database there would be hundreds of names; an upgrade lists the few that are new.
else console.log(first.startsWith('0001_') ? `Created the schema: ${applied.length} migrations` : `Applied ${applied.join(', ')}`)
if ((await secondWall(config)) === 'partial') {
  console.warn(
    'Warning: this PostgreSQL lets every role use set_config, procedural languages or temporary tables, so the second wall is partial.',
  )
}
