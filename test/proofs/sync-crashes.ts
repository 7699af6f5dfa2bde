import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  newSyncState,
  SyncDevice,
  type PullAnswer,
  type PushAnswer,
  type SyncChange,
  type SyncTransport,
} from '../../client/src/sync-device.ts'
import type { Baton } from '../harness/baton.ts'
import { Person } from '../harness/person.ts'
import { startProgram, type Program } from './programs.ts'

interface Size {
  runs: number
  /** Devices that lose count with every crash and register again: the proof must then detect duplicate writes. */
  fault?: 'loses-count'
}

/** A server; the one without a process of its own is never killed. */
type Server = Pick<Program, 'url'> & Partial<Pick<Program, 'process'>>

const perDevice = 6
const renewAfter = 3 * 60_000

const checksum = (changes: readonly SyncChange[]): string =>
  createHash('sha256')
    .update(changes.map(({ kind, id, version, deleted }) => `${kind} ${id} ${version} ${deleted ? 'deleted' : 'kept'}\n`).join(''))
    .digest('hex')

/** Three devices push while their server is killed with SIGKILL; they continue with the next one. */
export const proof = {
  name: 'sync-crashes',
  claim: 'with the server killed in the middle of pushes every write has one effect, and all devices hold what the server holds',
  short: { runs: 2 } as Size,
  full: { runs: 200 } as Size,
  async run(baton: Baton, { runs, fault }: Size): Promise<Record<string, number>> {
    const person = await Person.register(baton.url, `sync-${runs}-${fault ?? 'none'}`)
    await person.do('POST', '/api/projects', { name: 'Sync', slug: 'sync', key: 'SYN' })
    const shared = await person.api.createTask({ project: 'sync', title: 'Shared' })
    const devices = await Promise.all(['one', 'two', 'three'].map((name) => person.do('POST', '/api/sync/devices/register', { name })))
    let server: Server = await startProgram(baton, 'serve')
    let next = server
    const transport: SyncTransport = {
      push: (device_id, mutations) => send<PushAnswer>(server.url, person, 'POST', '/api/sync/push', { device_id, mutations }),
      pull: (_, cursor) =>
        send<PullAnswer>(server.url, person, 'GET', `/api/sync/pull?limit=50${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`),
    }
    const all = devices.map(({ id }: { id: string }) => new SyncDevice(newSyncState(id), transport, checksum))
    const words: string[] = []
    let unanswered = 0
    let loggedInAt = performance.now()
    try {
      for (let run = 0; run < runs; run++) {
        // A full run takes longer than an access token lives, by an unknown amount on a busy machine.
        if (performance.now() - loggedInAt > renewAfter) {
          await person.logInAgain()
          loggedInAt = performance.now()
        }
        // The next server is running before this one dies: the test is about the crash, not about startup time.
        // The last one is the test's own, which saves a process.
        next = run === runs - 1 ? { url: baton.url } : await startProgram(baton, 'serve')
        for (const [place, device] of all.entries()) {
          for (let count = 0; count < perDevice; count++) {
            const word = `w${run}-${place}-${count}`
            words.push(word)
            device.write('createTask', { project: 'sync', title: word })
          }
          device.write('updateTask', { task: shared.key, title: `Shared by ${place} in ${run}` })
        }
        const committed = await mutations(baton)
        const pushing = all.map((device) => device.push().catch(() => void unanswered++))
        // Kill midway: something has been committed, but nothing answered yet.
        await untilCommitted(baton, committed)
        await pause(Math.random() * 60)
        kill(server)
        await Promise.all(pushing)
        server = next
        if (fault === 'loses-count') for (const { state } of all) await registerAnew(person, state)
        for (const device of all) await untilAnswered(device)
        if (run % 20 === 0) for (const device of all) await device.pull()
      }
      for (const device of all) await device.pull()
      return await judge(baton, person, words, all, { runs, unanswered })
    } finally {
      kill(server)
      kill(next)
    }
  },
}

/** Pushes again until the answers that were lost have arrived. */
async function untilAnswered(device: SyncDevice): Promise<void> {
  let last = ''
  for (let tries = 0; device.state.waiting.length > 0; tries++) {
    if (tries > 600) throw new Error(`what waits is never answered: ${last}`)
    await device.push().catch(async (error: Error) => {
      last = error.message
      await pause(100)
    })
  }
}

const mutations = async (baton: Baton): Promise<number> =>
  (await baton.look<{ count: number }>('select count(*)::integer as count from sync_mutations'))[0]?.count ?? 0

async function untilCommitted(baton: Baton, before: number): Promise<void> {
  for (let tries = 0; tries < 500 && (await mutations(baton)) === before; tries++) await pause(5)
}

async function registerAnew(person: Person, state: SyncDevice['state']): Promise<void> {
  state.device = (await person.do('POST', '/api/sync/devices/register', { name: 'again' })).id
  state.waiting = state.waiting.map((one, place) => ({ ...one, mid: place + 1 }))
  state.mid = state.waiting.length
}

async function judge(baton: Baton, person: Person, words: string[], devices: SyncDevice[], figures: { runs: number; unanswered: number }) {
  const rows = await baton.look<{ id: string; title: string; version: number }>(
    "select id, title, version from work_items where project_id = (select id from projects where slug = 'sync' and created_by = $1) and deleted_at is null",
    [person.user.id],
  )
  const counts = Map.groupBy(rows, ({ title }) => title)
  const lost = words.filter((word) => !counts.has(word)).length
  const twice = words.filter((word) => (counts.get(word)?.length ?? 0) > 1).length
  const apart = devices.filter(({ state }) => {
    const own = new Map(Object.values(state.records).flatMap((one) => (one.kind === 'item' ? [[one.id, one] as const] : [])))
    return own.size !== rows.length || rows.some(({ id, version }) => own.get(id)?.version !== version)
  }).length
  const figuresNow = { ...figures, writes: words.length, lost, twice, diverged: apart }
  if (lost + twice + apart > 0) throw new Error(`${lost} writes lost, ${twice} done twice, ${apart} devices diverged`)
  return figuresNow
}

async function send<Answer>(url: string, person: Person, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${person.token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  if (!response.ok) throw Object.assign(new Error(`${response.status} ${text.slice(0, 300)}`), { status: response.status })
  return JSON.parse(text) as Answer
}

function kill({ process }: Server): void {
  process?.removeAllListeners('exit')
  process?.kill('SIGKILL')
}
