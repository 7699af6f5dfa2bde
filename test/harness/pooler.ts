import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolePassword, type Target } from '../../src/platform/database-login.ts'
import { waitFor } from './wait.ts'

/** From Debian 13: prepared statements in transaction mode need 1.21, and Debian 12 has 1.18. */
const pgbouncer = fileURLToPath(new URL('../../scripts/debian-13.sh', import.meta.url))
const page = new URL('../../docs/self-hosting.md', import.meta.url)

/** PgBouncer's settings as docs/self-hosting.md shows them, with what differs from place to place filled in. */
function documented(places: Record<string, string>): string {
  const shown = /```ini\n(\[databases\]\n[^`]*)```/.exec(readFileSync(page, 'utf8'))?.[1]
  if (!shown) throw new Error('docs/self-hosting.md shows no settings of PgBouncer')
  // A line that is missing there would leave a setting of this machine out.
  return Object.entries(places).reduce((settings, [name, value]) => {
    const line = new RegExp(`^${name.replace('*', '\\*')} = .*$`, 'm')
    if (!line.test(settings)) throw new Error(`docs/self-hosting.md does not set ${name}`)
    return settings.replace(line, () => `${name} = ${value}`)
  }, shown)
}

export interface Pooler {
  /** The database's address through PgBouncer. */
  url: string
  serverConnections: number
  stop(): void
}

/** PgBouncer in front of a database, as the documentation configures it. */
export async function startPooler(target: Target): Promise<Pooler> {
  // Downloads it first, so that the wait below doesn't include the download.
  execFileSync(pgbouncer, ['pgbouncer', '--version'], { stdio: 'ignore' })
  const database = new URL(target.DATABASE_URL)
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'))
  const port = await freePort()
  const users = join(folder, 'users.txt')
  const roles = ['baton_app', 'baton_auth', 'baton_admin', 'baton_public', 'baton_jobs']
  writeFileSync(users, roles.map((role) => `"${role}" "${rolePassword(target, role)}"\n`).join(''), { mode: 0o600 })
  const settings = join(folder, 'pgbouncer.ini')
  const own = documented({ '*': `host=${database.hostname} port=${database.port || 5432}`, auth_file: users })
  writeFileSync(settings, `${own}listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\n`)
  // PgBouncer refuses to run as root; it reads its files before it switches to `nobody`.
  const asRoot = userInfo().uid === 0 ? ['-u', 'nobody'] : []
  if (asRoot.length > 0) chmodSync(folder, 0o755)
  const child = spawn(pgbouncer, ['pgbouncer', '-q', ...asRoot, settings], { stdio: 'ignore' })
  await waitFor('PgBouncer to listen', () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
    return answers(port)
  })
  database.hostname = '127.0.0.1'
  database.port = String(port)
  return {
    url: database.href,
    serverConnections: Number(/^default_pool_size = (\d+)/m.exec(own)?.[1]),
    stop() {
      child.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
