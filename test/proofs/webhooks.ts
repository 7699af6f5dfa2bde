import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startBaton, type Baton } from '../harness/baton.ts'
import { Person } from '../harness/person.ts'
import { startWorker } from '../harness/worker.ts'
import { startProgram, type Program } from './programs.ts'
import { startReceiver, type Taken } from './webhook-receiver.ts'

interface Size {
  events: number
  subjects: number
  /** Whether server and second worker are the test's own: starting processes costs more than what they do here. */
  here: boolean
}

/** Only ends what hangs. */
const patience = 600_000

const settings = {
  PRIVATE_ADDRESSES: 'allow',
  WEBHOOK_TIMEOUT_SECONDS: '1',
  // Many short retry delays, so that no delivery is given up.
  WEBHOOK_RETRY_SECONDS: Array.from({ length: 200 }, () => 1).join(),
}

/** A receiver that answers 500, hangs, breaks the connection, is killed and restarted, and a worker that is killed while delivering. */
export const proof = {
  name: 'webhooks',
  claim: 'a webhook receiver that fails, hangs and restarts gets every event at least once, signed, in order per resource',
  short: { events: 80, subjects: 8, here: true },
  full: { events: 2000, subjects: 40, here: false },

  async run({ servers }: Baton, { events, subjects, here }: Size): Promise<Record<string, number>> {
    const baton = await startBaton(settings, undefined, servers)
    const folder = mkdtempSync(join(tmpdir(), 'baton-webhooks-'))
    const notebook = join(folder, 'taken')
    writeFileSync(notebook, '')
    const serve = here ? baton : await startProgram(baton, 'serve', settings)
    const first = await startProgram(baton, 'worker', settings)
    const stop = ({ process, stop: kill }: Program) => {
      process.removeAllListeners('exit')
      kill()
    }
    let second: () => Promise<void> = async () => {}
    const nextWorker = async () => {
      if (here) return (await startWorker(baton)).close
      const started = await startProgram(baton, 'worker', settings)
      return async () => stop(started)
    }
    let receiver: Awaited<ReturnType<typeof startReceiver>> | undefined
    const killReceiver = () => {
      receiver?.removeAllListeners('exit')
      receiver?.kill('SIGKILL')
    }
    try {
      const person = await Person.register(serve.url, `hooks-${events}`)
      await person.do('POST', '/api/projects', { name: 'Hooks', slug: 'hooks' })
      const port = await freePort()
      const { id, secret } = await person.do('POST', '/api/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['task.*'] })
      receiver = await startReceiver(port, secret, notebook)
      const started = performance.now()
      const written = writeAll(person, events, subjects)
      await taken(notebook, events * 0.2)
      killReceiver()
      await pause(2000)
      receiver = await startReceiver(port, secret, notebook)
      await taken(notebook, events * 0.4)
      stop(first)
      second = await nextWorker()
      await written
      await delivered(baton, id, events)
      const seconds = (performance.now() - started) / 1000
      return { events, subjects, ...(await judge(baton, person, notebook)), events_per_second: Math.round(events / seconds) }
    } finally {
      killReceiver()
      stop(first)
      await second()
      if ('process' in serve) stop(serve)
      await baton.close()
      rmSync(folder, { recursive: true })
    }
  },
}

/** A fixed port, because the receiver must have the same address after a restart. */
function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Creates the tasks, and changes each of them repeatedly, one change after another. */
async function writeAll(person: Person, events: number, subjects: number): Promise<void> {
  const write = async (place: number) => {
    const { key } = await person.do('POST', '/api/tasks', { project: 'hooks', title: `Task ${place}` })
    const changes = Math.floor(events / subjects) - 1 + (place < events % subjects ? 1 : 0)
    for (let change = 1; change <= changes; change++) await person.do('PATCH', `/api/tasks/${key}`, { title: `Task ${place}.${change}` })
  }
  for (let first = 0; first < subjects; first += 4) {
    await Promise.all(Array.from({ length: Math.min(4, subjects - first) }, (_, place) => write(first + place)))
  }
}

const read = (notebook: string): Taken[] =>
  readFileSync(notebook, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

async function taken(notebook: string, count: number): Promise<void> {
  const begun = Date.now()
  while (read(notebook).length < count) {
    if (Date.now() - begun > patience) throw new Error(`only ${read(notebook).length} of ${count} were taken in`)
    await pause(50)
  }
}

async function delivered(baton: Baton, webhook: string, events: number): Promise<void> {
  const end = Date.now() + patience
  for (;;) {
    const rows = await baton.look<{ status: string; count: number }>(
      'select status, count(*)::integer as count from webhook_deliveries where webhook_id = $1 group by status',
      [webhook],
    )
    const count = (status: string) => rows.find((row) => row.status === status)?.count ?? 0
    if (count('delivered') === events) return
    if (count('failed') > 0 || Date.now() > end) throw new Error(`deliveries: ${JSON.stringify(rows)}`)
    await pause(1000)
  }
}

async function judge(baton: Baton, person: Person, notebook: string): Promise<Record<string, number>> {
  const all = read(notebook)
  const expected = await baton.look<{ seq: string }>("select seq from events where org_id = $1 and type like 'task.%'", [
    person.user.personal_organization_id,
  ])
  const seen = new Set(all.map(({ seq }) => seq))
  const missed = expected.filter(({ seq }) => !seen.has(Number(seq))).length
  const unsigned = all.filter(({ signed }) => !signed).length
  const last = new Map<string, number>()
  const known = new Set<string>()
  let disordered = 0
  for (const { id, subject, seq } of all) {
    // Repeating the latest message is what "at least once" means; any message older than the latest is out of order.
    if (seq < (last.get(subject) ?? 0)) disordered++
    last.set(subject, Math.max(seq, last.get(subject) ?? 0))
    known.add(id)
  }
  if (missed + unsigned + disordered > 0) {
    throw new Error(`of ${expected.length} events ${missed} missed, ${unsigned} without a signature, ${disordered} out of order`)
  }
  const [{ attempts } = { attempts: 0 }] = await baton.look<{ attempts: number }>(
    'select sum(attempts)::integer as attempts from webhook_deliveries where org_id = $1',
    [person.user.personal_organization_id],
  )
  return { missed, unsigned, disordered, repeated: all.length - known.size, attempts }
}
