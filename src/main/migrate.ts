import { operations } from '../capabilities/operations.ts'
import { readConfig } from '../platform/config.ts'
import { migrate } from '../platform/migrations.ts'
import { secondWall } from '../platform/provision.ts'

const config = readConfig()
const queues = [...operations.values()].filter(({ contract }) => contract.job).map(({ name }) => name)
const applied = await migrate(config, queues, { report: (line) => console.log(line) })
console.log(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date')
if ((await secondWall(config)) === 'partial') {
  console.warn(
    'Warning: this PostgreSQL lets every role use set_config, procedural languages or temporary tables, so the second wall is partial.',
  )
}
