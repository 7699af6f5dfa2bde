import { setTimeout as pause } from 'node:timers/promises'
import type { Baton } from '../harness/baton.ts'
import { startProgram, type Program } from './programs.ts'

interface Size {
  memories: number
  kills: number
}

/** Only ends what hangs. */
const within = 900_000

/** The worker is killed repeatedly while memories are stored; in the end each has exactly one vector. */
export const proof = {
  name: 'memory-embedding',
  claim: 'however often the worker is killed, every memory is embedded in the end, once',
  short: { memories: 40, kills: 1 },
  full: { memories: 1000, kills: 6 },

  async run(baton: Baton, { memories, kills }: Size): Promise<Record<string, number>> {
    const person = await baton.person()
    const { id: project } = await person.do('POST', '/api/projects', { name: 'Embed', slug: 'embed' })
    const started = performance.now()
    const storing = storeAll(baton, person.token, memories)
    let worker = await startProgram(baton, 'worker')
    for (let killed = 0; killed < kills; killed++) {
      await embedded(baton, project, ((killed + 1) / (kills + 2)) * memories)
      kill(worker)
      worker = await startProgram(baton, 'worker')
    }
    try {
      await storing
      await embedded(baton, project, memories)
      const [row] = await baton.look<{ stored: number; vectors: number; marked: number }>(
        `select count(*)::integer as stored, count(m.embedded_as)::integer as marked,
          (select count(*)::integer from memory_embeddings e where e.scope_id = $1) as vectors from memories m where m.scope_id = $1`,
        [project],
      )
      const { stored = 0, vectors = 0, marked = 0 } = row ?? {}
      if (stored !== memories || vectors !== memories || marked !== memories) {
        throw new Error(`${stored} stored, ${vectors} vectors, ${marked} marked of ${memories}`)
      }
      const seconds = Math.round((performance.now() - started) / 100) / 10
      return { memories, kills, missing: memories - vectors, twice: vectors - stored, seconds }
    } finally {
      kill(worker)
    }
  },
}

function kill(worker: Program): void {
  worker.process.removeAllListeners('exit')
  worker.stop()
}

async function storeAll(baton: Baton, token: string, memories: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const store = async (number: number) => {
    const body = JSON.stringify({ project: 'embed', content: `Lesson ${number}: what step ${number * 7} of the migration taught us` })
    const send = () =>
      fetch(`${baton.url}/api/memories`, { method: 'POST', headers: { ...headers, 'idempotency-key': `lesson-${number}` }, body })
    let answer = await send()
    // A busy server asks to come again; the key makes that one memory.
    for (let tries = 0; answer.status === 503 && tries < 200; tries++) {
      await answer.body?.cancel()
      await pause(250)
      answer = await send()
    }
    if (answer.status !== 201) throw new Error(`store: ${answer.status} ${await answer.text()}`)
  }
  for (let from = 0; from < memories; from += 8) {
    await Promise.all(Array.from({ length: Math.min(8, memories - from) }, (_, at) => store(from + at)))
  }
}

/** Waits until `count` memories have a vector. */
async function embedded(baton: Baton, project: string, count: number): Promise<void> {
  const until = Date.now() + within
  for (;;) {
    const [row] = await baton.look<{ count: number }>(
      'select count(*)::integer as count from memories where scope_id = $1 and embedded_as is not null',
      [project],
    )
    if ((row?.count ?? 0) >= count) return
    if (Date.now() > until) throw new Error(`${row?.count} of ${count} embedded after ${within / 1000} s`)
    await pause(500)
  }
}
