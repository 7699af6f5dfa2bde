import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operations } from '../../src/capabilities/operations.ts'
import { migrate } from '../../src/platform/migrations.ts'
import { bootstrap } from '../../src/platform/provision.ts'
import { freePort } from './mail-server.ts'
import type { Servers } from './databases.ts'

const services = fileURLToPath(new URL('../../scripts/services.sh', import.meta.url))
const password = 'postgres-of-the-test'

/** A PostgreSQL for one test file, which may use up what all databases of a server share. */
export interface OwnPostgres {
  servers: Servers
  close(): Promise<void>
}

export async function startOwnPostgres(others: Servers, settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const bin = execFileSync(services, ['bin'], { encoding: 'utf8' }).trim()
  const root = process.getuid?.() === 0
  const folder = await mkdtemp(join(tmpdir(), 'baton-postgres-'))
  await chmod(folder, 0o755)
  // PostgreSQL refuses to run as root.
  const run = (program: string, ...args: string[]) => {
    const command = [join(bin, program), ...args]
    const [file = '', ...rest] = root ? ['runuser', '-u', 'postgres', '--', ...command] : command
    execFileSync(file, rest, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const owned = async (path: string) => {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
    if (root) await chown(path, id('-u'), id('-g'))
    return path
  }
  const home = await owned(await mkdtemp(join(folder, 'home-')))
  const secret = join(home, 'password')
  await writeFile(secret, `${password}\n`, { mode: 0o600 })
  await owned(secret)
  const data = join(home, 'data')
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret}`, '--no-sync', ...locale)
  const port = await freePort()
  const all = { timezone: 'UTC', jit: 'off', fsync: 'off', shared_preload_libraries: 'pg_stat_statements', ...settings }
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)
  run(
    'pg_ctl',
    '-D',
    data,
    '-w',
    '-s',
    '-l',
    join(home, 'log'),
    '-o',
    `-p ${port} -h 127.0.0.1 -c unix_socket_directories= ${options.join(' ')}`,
    'start',
  )
  const template = 'baton_template'
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const databaseUrl = `postgres://127.0.0.1:${port}/${template}`
  const target = { DATABASE_URL: databaseUrl, DATABASE_KEY: others.databaseKey }
  await bootstrap(adminUrl, target)
  await migrate(
    target,
    [...operations.values()].filter(({ contract }) => contract.job).map(({ name }) => name),
  )
  return {
    servers: { ...others, adminUrl, databaseUrl, template },
    async close() {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-s', 'stop')
      await rm(folder, { recursive: true })
    },
  }
}
