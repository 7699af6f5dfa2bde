import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Baton } from '../harness/baton.ts'
import { admin, createDatabase } from '../harness/databases.ts'
import { startHaproxy } from '../harness/haproxy.ts'
import { Person } from '../harness/person.ts'
import { freePort } from '../harness/mail-server.ts'
import { waitFor } from '../harness/wait.ts'
import { Load } from './outages/load.ts'
import { startProgram, type Program } from './programs.ts'
import { claimed } from './proof.ts'

interface Size {
  people: number
  /** How long each version serves under load before the next one takes over. */
  seconds: number
  /** The version before this one: main as it was last deployed. A release will name its predecessor by tag. */
  previous: string
}

const here = fileURLToPath(new URL('../..', import.meta.url))
const previous = '804a47b32a1d226bae34395387b82fff640743fa'

/** Two servers and a worker are upgraded one after another under load, go back to the previous version as docs/self-hosting.md says, and forward again. */
export const proof = {
  name: 'rollback',
  claim: 'upgrade, rollback and upgrade again under load lose and double nothing, and answer nothing but 2xx and 503',
  short: { people: 2, seconds: 1, previous } as Size,
  full: { people: 5, seconds: 10, previous } as Size,
  inputs: ['src/**', 'database/**', 'package-lock.json'],

  async run(baton: Baton, { people, seconds, previous: commit }: Size): Promise<Record<string, number>> {
    const closing: (() => unknown)[] = []
    const old = checkOut(commit)
    closing.unshift(() => rmSync(old, { recursive: true, force: true }))
    try {
      // With roles and extensions, as bootstrap leaves it, and no tables.
      const database = await createDatabase(baton.servers, 'template1')
      closing.unshift(() => database.drop())
      const settings = { DATABASE_URL: database.url, REDIS_PREFIX: `rollback-${process.pid}-`, DRAIN_SECONDS: '1' }
      const { DATABASE_KEY, REDIS_URL, SECRET_KEY } = baton.config
      const migrate = (root: string) => migrateBy(root, { ...settings, DATABASE_KEY, REDIS_URL, SECRET_KEY: SECRET_KEY.join(',') })
      migrate(old)
      const ports = [await freePort(), await freePort()]
      const running = new Map<string, Program>()
      let ended = 0
      const start = async (root: string, slot: string) => {
        const isWorker = slot === 'worker'
        const own: Record<string, string> = isWorker ? settings : { ...settings, PORT: slot }
        const program = await startProgram(baton, isWorker ? 'worker' : 'serve', own, undefined, root)
        program.process.removeAllListeners('exit').once('exit', () => void ended++)
        running.set(slot, program)
      }
      closing.unshift(() => [...running.values()].forEach(({ stop }) => stop()))
      const slots = [...ports.map(String), 'worker']
      for (const slot of slots) await start(old, slot)
      /** One after another, so that there is always a server. */
      const replaceAll = async (root: string) => {
        for (const slot of slots) {
          const before = running.get(slot)
          if (before) {
            before.process.removeAllListeners('exit')
            const gone = new Promise((resolve) => before.process.once('exit', resolve))
            before.process.kill('SIGTERM')
            await gone
          }
          await start(root, slot)
        }
      }
      const entry = await freePort()
      const proxy = startHaproxy(balancing(entry, ports))
      closing.unshift(() => proxy.stop())
      const url = `http://127.0.0.1:${entry}`
      await waitFor('the balancer', () =>
        fetch(`${url}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      const load = new Load()
      closing.unshift(() => load.stop())
      for (let number = 0; number < people; number++) {
        const person = await Person.register(url, `rollback-${number}`)
        await person.do('POST', '/api/projects', { name: 'Outage', slug: 'outage' })
        load.work(url, person)
      }
      const served = async () => {
        const before = load.acknowledged.size
        await waitFor('writes', () => load.acknowledged.size > before + people)
        await pause(seconds * 1000)
      }
      await served()
      migrate(here)
      await replaceAll(here)
      await served()
      await replaceAll(old)
      await served()
      migrate(here)
      await replaceAll(here)
      await served()
      await load.stop()
      const answers = load.between(0, Infinity)
      const odd = answers.filter(({ status }) => status !== 503 && (status < 200 || status > 299))
      if (odd.length > 0)
        console.error(
          Object.entries(Object.groupBy(odd, (call) => `${call.kind} ${call.status}`)).map(([what, calls]) => `${what}: ${calls?.length}`),
        )
      const rows = await admin(
        baton.servers,
        (client) => client.query("select title, count(*)::integer as count from work_items where title like 'written %' group by title"),
        database.name,
      ).then((found) => found.rows as { title: string; count: number }[])
      const counts = new Map(rows.map(({ title, count }) => [title, count]))
      return claimed(
        {
          calls: answers.length,
          acknowledged: load.acknowledged.size,
          refused: answers.filter(({ status }) => status === 503).length,
          odd: odd.length,
          ended,
          lost: [...load.acknowledged].filter((title) => !counts.has(title)).length,
          doubled: rows.filter(({ count }) => count > 1).length,
        },
        { is: { odd: 0, ended: 0, lost: 0, doubled: 0 }, least: { acknowledged: 4 * people } },
      )
    } finally {
      for (const close of closing) await close()
    }
  },
}

/** Servers that are ready take turns. A connection that a stopping server no longer accepted is made again to the other one. */
const balancing = (entry: number, ports: readonly number[]) => `defaults
  mode http
  timeout connect 2s
  timeout check 5s
  timeout client 1m
  timeout server 1m
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
frontend baton
  bind 127.0.0.1:${entry}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /health/ready
  default-server inter 500ms fall 2 rise 1
${ports.map((port) => `  server s${port} 127.0.0.1:${port} check`).join('\n')}
`

/** That version's files. What it needs from npm is what this one has, as long as no version of a package has changed; otherwise it gets its own. */
function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'baton-previous-'))
  const files = spawnSync('git', ['archive', commit], { cwd: here, maxBuffer: 1024 ** 3 })
  if (files.status !== 0) throw new Error(`${commit} is not in this clone: ${files.stderr}`)
  execFileSync('tar', ['-x', '-C', folder], { input: files.stdout })
  type Lock = { packages: Record<string, { version?: string; dev?: boolean }> }
  const lockOf = (root: string) => (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock).packages
  const ours = lockOf(here)
  const isSame = Object.entries(lockOf(folder)).every(
    ([name, { version }]) => !name.startsWith('node_modules/') || ours[name]?.version === version,
  )
  if (isSame) symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: folder, stdio: 'inherit' })
  return folder
}

function migrateBy(root: string, settings: Record<string, string>): void {
  const env = { PATH: process.env['PATH'] ?? '', ...settings }
  execFileSync(process.execPath, [join(root, 'src/main/migrate.ts')], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
}
