import type { Embeddings } from '../../src/platform/embeddings/embeddings.ts'
import type { Baton } from '../harness/baton.ts'
import { runJob } from '../memory/worker-runs.ts'
import { claimed, type Figures } from './proof.ts'

interface Size {
  memories: number
  /** Whether storing waits no longer than usual: on a busy machine some would be left to the worker, which is no fault. */
  hurried: boolean
}

/** What is stored, and how somebody asks for it who uses none of its words. */
const topics: readonly (readonly [string, string])[] = [
  ['The physician comes on Tuesdays', 'when is a doctor available'],
  ['Our automobile is parked behind the bakery', 'where did we leave the car'],
  ['The kitten sleeps in a wicker basket', 'what does my cat nap on'],
  ['Invoices leave at the end of each month', 'when are bills sent to customers'],
  ['Salaries arrive on the fifteenth', 'date wages get paid'],
  ['Snow closes the mountain road every winter', 'is that alpine pass shut during the cold season'],
  ['The violin lesson was moved to Friday', 'which day for music class'],
  ['Tomatoes grow best against the southern wall', 'good spot for planting vegetables'],
  ['PostgreSQL keeps the customer records', 'which database holds client data'],
  ['The password must have twelve characters', 'minimum length of login secrets'],
]

export const proof = {
  name: 'memory-storing',
  claim: 'a memory that was just stored is found by its meaning in the next call, without a worker',
  inputs: ['src/**', 'database/**'],
  short: { memories: 50, hurried: false } as Size,
  full: { memories: 1000, hurried: true } as Size,

  async run(baton: Baton, { memories, hurried }: Size): Promise<Figures> {
    const { services } = baton.node.assembly.kernel
    if (!hurried) services.embeddings = unhurried(services.embeddings)
    await services.embeddings.embed(['warm up'], 'query')
    await runJob(baton, 'adoptEmbeddingModel')
    const person = await baton.person()
    const figures = { memories, embedded: 0, found: 0, first: 0, by_words: 0, slowest_ms: 0 }
    for (let number = 0; number < memories; number++) {
      const project = `part-${Math.floor(number / topics.length)}`
      if (number % topics.length === 0) await person.do('POST', '/api/projects', { name: 'Part', slug: project })
      const [content, question] = topics[number % topics.length]!
      const began = performance.now()
      const { id, embedded } = await person.do('POST', '/api/memories', { project, content })
      figures.slowest_ms = Math.max(figures.slowest_ms, Math.round(performance.now() - began))
      const { items } = await person.do('GET', `/api/memories/search?project=${project}&limit=10&query=${encodeURIComponent(question)}`)
      const at = items.findIndex((hit: any) => hit.id === id)
      if (embedded) figures.embedded++
      if (at >= 0 && items[at].why.meaning !== null) figures.found++
      if (at === 0) figures.first++
      if (at >= 0 && items[at].why.text.length > 0) figures.by_words++
    }
    return claimed<typeof figures>(figures, { is: { embedded: memories, found: memories } })
  },
}

const unhurried = (embeddings: Embeddings): Embeddings => ({
  state: embeddings.state,
  model: embeddings.model,
  embed: (texts, purpose) => embeddings.embed(texts, purpose),
  close: () => embeddings.close(),
})
