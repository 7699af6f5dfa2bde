import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { operations } from '../../src/capabilities/operations.ts'
import { missingFiles, modelFolder } from '../../src/platform/embeddings/model-files.ts'
import { migrate } from '../../src/platform/migrations.ts'
import { bootstrap } from '../../src/platform/provision.ts'
import { admin, dropDatabase, filesOf, forgetStatements, sceneOf, type Servers } from './databases.ts'

const script = fileURLToPath(new URL('../../scripts/services.sh', import.meta.url))
const model = fileURLToPath(new URL('../../scripts/model.ts', import.meta.url))

/** Starts the real servers unless they are running, and creates the migrated template database that every test file copies. */
export async function prepareServers(): Promise<{ servers: Servers; drop(): Promise<void> }> {
  const env = { ...process.env, BATON_SERVICES: 'test' }
  execFileSync(script, ['start'], { env, stdio: 'ignore' })
  if (missingFiles(modelFolder(process.env)).length > 0) execFileSync(process.execPath, [model], { env, stdio: 'inherit' })
  const lines = execFileSync(script, ['env'], { env, encoding: 'utf8' }).trim().split('\n')
  const settings = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
  const template = `baton_template_${process.pid}`
  const servers: Servers = {
    adminUrl: settings['DATABASE_ADMIN_URL'] ?? '',
    databaseUrl: settings['DATABASE_URL'] ?? '',
    databaseKey: settings['DATABASE_KEY'] ?? '',
    redisUrl: settings['REDIS_URL'] ?? '',
    secretKey: settings['SECRET_KEY'] ?? '',
    template,
  }
  const url = new URL(servers.databaseUrl)
  url.pathname = `/${template}`
  const target = { DATABASE_URL: url.href, DATABASE_KEY: servers.databaseKey }
  const queues = [...operations.values()].filter(({ contract }) => contract.job).map(({ name }) => name)
  await bootstrap(servers.adminUrl, target)
  await migrate(target, queues)
  await admin(servers, (client) => forgetStatements(client, template))
  return {
    servers,
    async drop() {
      await dropDatabase(servers, sceneOf(servers))
      await rm(filesOf(sceneOf(servers)), { recursive: true, force: true })
      await dropDatabase(servers, template)
    },
  }
}
