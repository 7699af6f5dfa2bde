import { setTimeout as pause } from 'node:timers/promises'
import { readLog } from '../../src/capabilities/log/read-log.ts'
import type { Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'

interface Size {
  events: number
  writers: number
}

/** Many writers in one organization, and one reader with only a cursor: it misses no event and sees none twice. */
export const proof = {
  name: 'log-follow',
  claim: 'a reader that follows the log by cursor misses nothing under eight writers',
  short: { events: 300, writers: 8 },
  full: { events: 5_000, writers: 8 },

  async run(baton: Baton, { events, writers }: Size): Promise<Record<string, number | string>> {
    const person = await (await baton.person()).createOrganization(`follow-${Date.now().toString(36)}`)
    const org = person.organization ?? ''
    await person.do('POST', '/api/projects', { name: 'Log', slug: 'log', key: 'LOG' })
    const { database } = (await baton.addNode()).assembly.kernel
    const { head: start } = await readLog(database, org, 0, 1)
    const started = performance.now()
    const written = writeAll(person, events, writers)
    const seen: { seq: number; subject: string | null }[] = []
    let reads = 0
    for (let last = false; !last; reads++) {
      last = await Promise.race([written.then(() => true), pause(0, false)])
      for (let full = true; full;) {
        const page = await readLog(database, org, seen.at(-1)?.seq ?? start, 50)
        for (const event of page.events) seen.push({ seq: event.seq, subject: event.subject_id })
        full = page.events.length === 50
      }
    }
    const seconds = (performance.now() - started) / 1000
    const subjects = new Set(seen.map((event) => event.subject))
    const missed = (await written).filter((task) => !subjects.has(task)).length
    const doubled = seen.length - new Set(seen.map((event) => event.seq)).size
    const outOfOrder = seen.filter((event, place) => event.seq !== start + 1 + place).length
    if (missed + doubled + outOfOrder > 0 || seen.length !== events) {
      throw new Error(`of ${events} events ${missed} missed, ${doubled} doubled, ${outOfOrder} out of order, ${seen.length} seen`)
    }
    return { events, writers, missed, doubled, reads, writes_per_second: Math.round(events / seconds) }
  },
}

async function writeAll(person: Person, events: number, writers: number): Promise<string[]> {
  const tasks: string[] = []
  let started = 0
  const write = async () => {
    while (started++ < events) tasks.push((await person.do('POST', '/api/tasks', { project: 'log', title: `Task ${started}` })).id)
  }
  await Promise.all(Array.from({ length: writers }, write))
  return tasks
}
