import { findMemories, type Parts } from '../../src/capabilities/memory/search/find-memories.ts'
import { embedQuestion } from '../../src/capabilities/memory/search/question-vector.ts'
import type { Context } from '../../src/kernel/context.ts'
import type { Embeddings } from '../../src/platform/embeddings/embeddings.ts'
import type { Baton } from '../../test/harness/baton.ts'
import { embedAll } from '../../test/memory/worker-runs.ts'
import { call, type McpClient } from '../../test/mcp/clients.ts'
import type { Person } from '../../test/harness/person.ts'

/** Memories in the order they were learned, and questions with the memories that answer them. */
export interface Corpus {
  memories: { id: string; text: string }[]
  questions: { question: string; evidence: string[] }[]
}

export interface Stored extends Corpus {
  project: string
  slug: string
  /** Maps the id and the ref of each stored memory to its id in the corpus. */
  names: Map<string, string>
}

/** Stores each corpus as the memory of its own project, written and embedded by the real operations. */
export async function storeCorpora(baton: Baton, person: Person, corpora: readonly Corpus[]): Promise<Stored[]> {
  const stored: Stored[] = []
  for (const [place, corpus] of corpora.entries()) {
    const slug = `corpus-${place}`
    const project = await person.do('POST', '/api/projects', { name: slug, slug, key: `C${place}X` })
    const names = new Map<string, string>()
    for (let from = 0; from < corpus.memories.length; from += 25) {
      const part = corpus.memories.slice(from, from + 25)
      const entries = part.map(({ text }) => ({ content: text }))
      const { items } = await person.do('POST', '/api/memories/batch', { project: slug, entries })
      for (const [at, { id, ref }] of items.entries()) {
        // An agent is told the ref.
        for (const name of [id, ref]) names.set(name, part[at]?.id ?? '')
      }
    }
    stored.push({ ...corpus, slug, project: project.id, names })
  }
  await embedAll(baton, person.organization ?? person.user.personal_organization_id)
  return stored
}

type Answer = (stored: Stored, question: string) => Promise<string[]>

/** The share of a question's evidence among its first ten hits, averaged over all questions. */
export async function recallOf(corpora: readonly Stored[], answer: Answer): Promise<number> {
  let sum = 0
  let count = 0
  for (const corpus of corpora) {
    for (const { question, evidence } of corpus.questions) {
      const hits = new Set((await answer(corpus, question)).map((id) => corpus.names.get(id)))
      sum += evidence.filter((id) => hits.has(id)).length / evidence.length
      count++
    }
  }
  return sum / count
}

/** Asks through the MCP door, like an agent. */
export const asked =
  (client: McpClient): Answer =>
  async ({ slug }, question) => {
    const { structuredContent } = await call(client, 'search_memory', { query: question, project: slug, limit: 10 })
    return structuredContent.items.map(({ ref }: { ref: string }) => ref)
  }

/** Runs the search with only some of its parts. */
export function withParts(baton: Baton, person: Person, parts: Parts & { meaning: boolean }): Answer {
  const { database, clock, services } = baton.node.assembly.kernel
  const org = person.organization ?? person.user.personal_organization_id
  return async ({ project }, question) => {
    const asked = parts.meaning ? await embedQuestion({ services }, question) : undefined
    return database.withRealm('organization', { org, user: person.user.id }, 'read', async (tx) => {
      const ctx = { tx, clock, services, org } as unknown as Context
      const { ranked } = await findMemories(ctx, { text: question, scopes: [project], asked }, parts)
      return ranked.slice(0, 10).map(({ id }) => id)
    })
  }
}

/** Caches the vectors of questions, so that each is embedded once. */
export function remember(embeddings: Embeddings): Embeddings {
  const known = new Map<string, Promise<Float32Array[]>>()
  return {
    get state() {
      return embeddings.state
    },
    get model() {
      return embeddings.model
    },
    embed(texts, purpose) {
      if (purpose !== 'query') return embeddings.embed(texts, purpose)
      const key = texts.join('\n')
      const answer = known.get(key) ?? embeddings.embed(texts, purpose)
      known.set(key, answer)
      return answer
    },
    close: () => embeddings.close(),
  }
}
