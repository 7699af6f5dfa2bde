import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Baton } from '../harness/baton.ts'
import { Person } from '../harness/person.ts'
import { startProgram, type Program } from './programs.ts'
import { startRoundRobin } from './round-robin.ts'
import { SseSession } from './sse-sessions-client.ts'

interface Size {
  sessions: number
  /** Per session, in each of the two parts. */
  calls: number
  /** Whether the node that stays is the test's own: starting a process costs more than what it does here. */
  here: boolean
}

/** Only ends what hangs. */
const patience = 120_000
const atOnce = 40
const slug = 'streams'

/** Many SSE sessions on two nodes behind a round-robin proxy, all subscribed to one task; then one node is killed. */
export const proof = {
  name: 'sse-sessions',
  claim: 'SSE sessions on two nodes lose no message; when a node is killed those on the other go on undisturbed and the rest reconnect',
  short: { sessions: 30, calls: 2, here: true },
  full: { sessions: 1000, calls: 5, here: false },
  async run(baton: Baton, { sessions: count, calls, here }: Size): Promise<Record<string, number>> {
    const [doomed, ...more] = await Promise.all([startProgram(baton, 'serve'), ...(here ? [] : [startProgram(baton, 'serve')])])
    const nodes = [...more, doomed]
    const proxy = await startRoundRobin([...(here ? [baton.url] : []), ...nodes.map(({ url }) => url)])
    const sessions: SseSession[] = []
    try {
      const person = await Person.register(proxy.url, `sse-${count}`)
      await person.do('POST', '/api/projects', { name: 'Streams', slug })
      const { key } = await person.do('POST', '/api/tasks', { project: slug, title: 'Watched' })
      const uri = `baton://tasks/${key}`
      const { token } = await person.mcpToken()
      await warmUp(proxy.url, token, uri)
      const before = memoryOf(nodes)
      sessions.push(...Array.from({ length: count }, () => new SseSession(proxy.url, token)))
      await each(sessions, (session) => session.open(uri))
      const held = memoryOf(nodes) - before
      const calm = await callAll(sessions, key, calls)
      const live = await updateAll(person, sessions, key, uri)

      const [staying, leaving] = await splitByNode(sessions, doomed, token, uri)
      const stormy = callAll(staying, key, calls)
      kill(doomed)
      const killed = performance.now()
      const reconnected = await each(leaving, (session) => reconnect(session, uri))
      const back = performance.now() - killed
      const after = (await stormy) + (await callAll(leaving, key, calls))
      const disturbed = staying.filter(({ breaks }) => breaks > 0).length
      const liveAfter = await updateAll(person, sessions, key, uri)
      const lost = sessions.length * calls * 2 - calm - after
      const strays = sessions.reduce((sum, session) => sum + session.strays, 0)
      if (lost + strays + disturbed > 0) throw new Error(`${lost} answers lost, ${strays} stray, ${disturbed} sessions disturbed`)
      return {
        sessions: count,
        calls: calm + after,
        lost,
        live_to_all_ms: Math.round(live),
        // The test's own process also holds the clients.
        ...(!here && { kb_per_session: Math.round(held / count) }),
        told_to_come_again: sessions.reduce((sum, { busy }) => sum + busy, 0),
        undisturbed: staying.length,
        reconnected: reconnected.length,
        reconnected_within_s: Math.round(back / 100) / 10,
        live_to_all_after_kill_ms: Math.round(liveAfter),
      }
    } finally {
      for (const session of sessions) session.close()
      proxy.close()
      nodes.forEach(kill)
    }
  },
}

const kill = ({ process, stop }: Program): void => {
  process.removeAllListeners('exit')
  stop()
}

/** The nodes' resident memory in kilobytes, as reported by the kernel. */
const memoryOf = (nodes: readonly Program[]): number =>
  nodes.reduce((sum, { process: { pid } }) => sum + Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]), 0)

/** Loads what is loaded only once, so that it doesn't count as the cost of a session. */
async function warmUp(url: string, token: string, uri: string): Promise<void> {
  const some = Array.from({ length: 20 }, () => new SseSession(url, token))
  await each(some, (session) => session.open(uri))
  await each(some, (session) => session.ask('tools/list', {}))
  for (const session of some) session.close()
  await pause(500)
}

async function each<Result>(sessions: readonly SseSession[], work: (session: SseSession) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    for (let session = sessions[next++]; session; session = sessions[next++]) results.push(await work(session))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** Returns how many calls got the right answer. */
async function callAll(sessions: readonly SseSession[], key: string, calls: number): Promise<number> {
  let answered = 0
  for (let round = 0; round < calls; round++) {
    await each(sessions, async (session) => {
      const { structuredContent } = await session.ask('tools/call', { name: 'get_task', arguments: { task: key } })
      if (structuredContent?.key === key) answered++
    })
  }
  return answered
}

/** Changes the task once; returns the milliseconds until the last session has been notified. */
async function updateAll(person: Person, sessions: readonly SseSession[], key: string, uri: string): Promise<number> {
  const known = sessions.map(({ updates }) => updates.length)
  const started = performance.now()
  await person.do('PATCH', `/api/tasks/${key}`, { title: `Watched at ${started}` })
  const missing = () => sessions.filter(({ updates }, place) => !updates.slice(known[place]).includes(uri)).length
  while (missing() > 0) {
    if (performance.now() - started > patience) throw new Error(`${missing()} sessions were not told of a change`)
    await pause(10)
  }
  return performance.now() - started
}

/** The sessions that stay, and those on the node to be killed; a probe stream to that node reveals its name. */
async function splitByNode(
  sessions: readonly SseSession[],
  doomed: Program,
  token: string,
  uri: string,
): Promise<[SseSession[], SseSession[]]> {
  const probe = new SseSession(doomed.url, token)
  await probe.open(uri)
  probe.close()
  const leaving = sessions.filter(({ node }) => node === probe.node)
  if (leaving.length === 0 || leaving.length === sessions.length) throw new Error('all sessions are on one node')
  return [sessions.filter(({ node }) => node !== probe.node), leaving]
}

/** As a client would: waits for the break, then retries until a new stream works. */
async function reconnect(session: SseSession, uri: string): Promise<void> {
  const until = Date.now() + patience
  for (;;) {
    try {
      if (session.breaks === 0) throw new Error('the stream still stands')
      return await session.open(uri)
    } catch (error) {
      if (Date.now() > until) throw error
      await pause(100)
    }
  }
}
