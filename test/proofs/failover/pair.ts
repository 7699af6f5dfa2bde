import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startHaproxy } from '../../harness/haproxy.ts'
import { freePort } from '../../harness/mail-server.ts'
import { waitFor } from '../../harness/wait.ts'

const services = fileURLToPath(new URL('../../../scripts/services.sh', import.meta.url))
const password = 'standby-of-the-test'

/** A primary with a synchronous standby, behind an HAProxy that leads to whichever of the two accepts writes. */
export interface Pair {
  /** The superuser's address of the primary, and after `promote` of the standby. */
  adminUrl: string
  /** Where clients connect. */
  port: number
  /** Ends the primary and everything it was doing, as a power cut does. */
  killPrimary(): void
  promote(): void
  close(): Promise<void>
}

export async function startPair(): Promise<Pair> {
  const bin = execFileSync(services, ['bin'], { encoding: 'utf8' }).trim()
  const root = process.getuid?.() === 0
  const folder = mkdtempSync(join(tmpdir(), 'baton-failover-'))
  chmodSync(folder, 0o755)
  // PostgreSQL refuses to run as root.
  const run = (program: string, ...args: string[]) => {
    const command = [join(bin, program), ...args]
    const [file = '', ...rest] = root ? ['runuser', '-u', 'postgres', '--', ...command] : command
    execFileSync(file, rest, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 60_000, env: { ...process.env, PGPASSWORD: password } })
  }
  const owned = (path: string) => {
    if (root) chownSync(path, Number(execFileSync('id', ['-u', 'postgres'])), Number(execFileSync('id', ['-g', 'postgres'])))
    return path
  }
  const data = owned(mkdtempSync(join(folder, 'data-')))
  const [primary, standby] = [join(data, 'primary'), join(data, 'standby')]
  const [primaryPort, standbyPort, port] = [await freePort(), await freePort(), await freePort()]
  const secret = join(data, 'password')
  writeFileSync(secret, `${password}\n`, { mode: 0o600 })
  owned(secret)
  const adminUrl = (at: number) => `postgres://postgres:${password}@127.0.0.1:${at}/postgres`
  const start = (at: string, on: number) => {
    const options = `-p ${on} -h 127.0.0.1 -c unix_socket_directories= -c timezone=UTC -c jit=off -c max_connections=200 -c fsync=off`
    run('pg_ctl', '-D', at, '-w', '-s', '-l', join(data, 'log'), '-o', options, 'start')
  }
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  run('initdb', '-D', primary, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret}`, ...locale)
  // HAProxy asks each server whether it is a standby, without a password: the role can log in and no more.
  const rules = join(primary, 'pg_hba.conf')
  const check = 'host postgres hacheck 127.0.0.1/32 trust\n'
  writeFileSync(rules, `${check}${readFileSync(rules, 'utf8')}host replication all 127.0.0.1/32 scram-sha-256\n`)
  start(primary, primaryPort)
  await asAdmin(adminUrl(primaryPort), 'create role hacheck login', "select pg_create_physical_replication_slot('standby')")
  const from = `host=127.0.0.1 port=${primaryPort} user=postgres password=${password} application_name=standby`
  run('pg_basebackup', '-d', from, '-R', '-X', 'stream', '-S', 'standby', '-c', 'fast', '-D', standby)
  start(standby, standbyPort)
  await waitFor('the standby to follow', () =>
    asAdmin(adminUrl(primaryPort), "select from pg_stat_replication where application_name = 'standby' and state = 'streaming'"),
  )
  // After the base backup: with a copy of it, the promoted standby would wait for a standby of its own.
  await asAdmin(adminUrl(primaryPort), "alter system set synchronous_standby_names = 'FIRST 1 (standby)'", 'select pg_reload_conf()')
  const proxy = startProxy(port, { primary: primaryPort, standby: standbyPort })
  const pair: Pair = {
    adminUrl: adminUrl(primaryPort),
    port,
    killPrimary() {
      const postmaster = Number(readFileSync(join(primary, 'postmaster.pid'), 'utf8').split('\n')[0])
      // Without its backends, the postmaster would be gone while they finish what they do.
      const children = execFileSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(Number)
      for (const pid of [postmaster, ...children]) kill(pid)
    },
    promote() {
      run('pg_ctl', '-D', standby, '-w', '-s', 'promote')
      pair.adminUrl = adminUrl(standbyPort)
    },
    async close() {
      proxy.stop()
      for (const at of [primary, standby]) {
        try {
          run('pg_ctl', '-D', at, '-m', 'immediate', '-s', 'stop')
        } catch {} // killed by the test
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await waitFor('HAProxy to lead to the primary', async () => {
    const client = new pg.Client({ connectionString: adminUrl(port), connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  })
  return pair
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {} // it ended between being listed and being killed
}

/** Whether the last of these statements found a row. */
async function asAdmin(connectionString: string, ...statements: string[]): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    let found = 0
    for (const statement of statements) found = (await client.query(statement)).rowCount ?? 0
    return found > 0
  } finally {
    await client.end()
  }
}

/** A connection to a standby would fail with its first write, so the check asks, in PostgreSQL's protocol, which of the two it is. */
function startProxy(port: number, servers: Record<string, number>): { stop(): void } {
  const hex = (bytes: Buffer) => bytes.toString('hex')
  const word = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const fields = Buffer.from('user\0hacheck\0database\0postgres\0\0')
  const hello = Buffer.concat([word(8 + fields.length), word(196_608), fields])
  const query = Buffer.from('select pg_is_in_recovery()\0')
  const ask = Buffer.concat([Buffer.from('Q'), word(4 + query.length), query])
  const each = Object.entries(servers).map(([name, at]) => `  server ${name} 127.0.0.1:${at} check`)
  return startHaproxy(`defaults
  mode tcp
  timeout connect 1s
  timeout check 1s
  timeout client 1h
  timeout server 1h
frontend postgres
  bind 127.0.0.1:${port}
  default_backend primary
backend primary
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${hex(hello)}
  tcp-check expect binary 5a0000000549
  tcp-check send-binary ${hex(ask)}
  tcp-check expect binary 440000000b00010000000166
  tcp-check send-binary 5800000004
  default-server inter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
${each.join('\n')}
`)
}
