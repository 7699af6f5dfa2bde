import { commonSentences } from '../../bench/memory/common-sentences.ts'
import { makeSentences } from '../../bench/memory/sentences.ts'
import type { Baton } from '../harness/baton.ts'
import { runJob } from '../memory/worker-runs.ts'
import { send } from '../harness/person.ts'
import { startProgram, type Program } from './programs.ts'
import { allParts, type Parts } from './proof.ts'
import { application, costOf, recorded, type Cost } from './search/cost.ts'
import { fill, type Base } from './search/fill.ts'
import { rowsRead } from './search/rows-read.ts'

interface Size {
  /** The number of documents, and of memories, each size in an organization of its own. */
  sizes: number[]
  sentences: number
  questions: number
  /** CPU milliseconds that `search_memory` may use in total among 2,000 memories or fewer; null: only reported. */
  cpu: number | null
  /** The allowed ratio of a search over everything to its bare statements; null: only reported. */
  toBare: number | null
  /** Documents whose words are in most of the others: few, and many. */
  common: [few: number, many: number]
  /** How many times the CPU of few a search among many may use; null: only reported. */
  growth: number | null
}

const small = 2000

/** Measures everything: the question's vector, the credential, every statement, the answer. */
export const proof = {
  name: 'search',
  claim:
    'a search costs little more than its statements, whatever there is to search, and words that are in most documents cost no more among many',
  timed: true,
  short: { sizes: [300], sentences: 40, questions: 12, cpu: null, toBare: null, common: [200, 2500], growth: null } as Size,
  full: { sizes: [1000, small, 100_000], sentences: 1000, questions: 80, cpu: 60, toBare: 2, common: [1000, 20_000], growth: 2 } as Size,
  million: { sizes: [1_000_000], sentences: 2000, questions: 80, cpu: null, toBare: 2, common: [1000, 20_000], growth: 2 } as Size,

  async run(baton: Baton, size: Size, { part }: Parts = allParts): Promise<Record<string, number>> {
    const { sizes, sentences, questions, cpu, toBare, growth } = size
    await runJob(baton, 'adoptEmbeddingModel')
    const { embeddings } = baton.node.assembly.kernel.services
    const model = embeddings.model?.id
    if (!model) throw new Error('the local model is missing: npm run model')
    // Each question is asked once: a cached vector would cost nothing.
    const { stored, asked } = makeSentences(sentences, questions * (2 * sizes.length + 1))
    const base = { texts: stored, vectors: await embeddings.embed(stored, 'passage') }
    const figures: Record<string, number> = { question_vector_cpu_ms: await vectorCost(baton, asked.splice(0, questions)) }
    const problems: string[] = []
    const server = await startProgram(baton, 'serve', { NODE_ENV: 'production', PGAPPNAME: application })
    try {
      for (const count of sizes) {
        const search = { memory: asked.splice(0, questions), all: asked.splice(0, questions) }
        const { memory, all } = await part(`${count}`, async () => {
          const { person, place } = await fullOf(baton, model, count, base)
          const { token } = await person.mcpToken()
          return {
            memory: await costOf(baton, server, place, { ask: searchMemory(token), questions: search.memory }),
            all: await costOf(baton, server, place, { ask: searchAll(person.token), questions: search.all }),
          }
        })
        Object.assign(figures, figuresOf(`search_memory_${count}`, memory), figuresOf(`search_${count}`, all))
        problems.push(...judge(count, { cpu, toBare }, memory, all))
      }
      const grown = await part('common', () => growthOf(baton, server, model, size))
      Object.assign(figures, grown)
      if (growth !== null && grown.common_growth > growth)
        problems.push(
          `search among ${size.common[1]} of common words: ${grown.common_growth} times that among ${size.common[0]}, at most ${growth}`,
        )
      // Thrown at the end: the figures of all sizes say more than the first one that took too long.
      if (problems.length > 0) throw new Error(`${problems.join('; ')}. Measured: ${JSON.stringify(figures)}`)
      return figures
    } finally {
      server.process.removeAllListeners('exit')
      server.stop()
    }
  },
}

/** Somebody whose organization has so many documents and memories. */
async function fullOf(baton: Baton, model: string, count: number, base: Base) {
  const person = await baton.person()
  const { id: project } = await person.do('POST', '/api/projects', { name: 'Web', slug: 'web', key: 'WEB' })
  const place = { org: person.user.personal_organization_id, user: person.user.id, project }
  await fill(baton, place, model, count, base)
  await person.logInAgain()
  return { person, place }
}

const rounds = 4

/** What a search costs among few and among many documents whose words are in most of the others, in turns, and what it reads. */
async function growthOf(baton: Baton, server: Program, model: string, { common, questions }: Size) {
  const { stored, asked } = commonSentences(200, questions)
  const base = { texts: stored, vectors: await baton.node.assembly.kernel.services.embeddings.embed(stored, 'passage') }
  const spent = common.map(() => ({ cpu: 0, rows: 0 }))
  const people = []
  for (const count of common) people.push(await fullOf(baton, model, count, base))
  const each = Math.floor(questions / rounds)
  for (let turn = 0; turn < rounds; turn++) {
    const some = asked.slice(turn * each, (turn + 1) * each)
    for (const [at, { person, place }] of people.entries()) {
      const ask = searchAll(person.token)
      const { server: ours, database } = await costOf(baton, server, place, { ask, questions: some })
      const sent = (await recorded(baton, () => ask(baton.url, some[0] ?? ''))).filter(({ searches }) => searches)
      spent[at]!.cpu += (ours + database) / rounds
      spent[at]!.rows += (await rowsRead(baton, place, sent)) / rounds
    }
  }
  const [few, many] = spent as [(typeof spent)[0], (typeof spent)[0]]
  return {
    [`common_${common[0]}_cpu_ms`]: round(few.cpu),
    [`common_${common[1]}_cpu_ms`]: round(many.cpu),
    [`common_${common[0]}_rows`]: round(few.rows),
    [`common_${common[1]}_rows`]: round(many.rows),
    common_growth: round(many.cpu / few.cpu),
  }
}

/** The searches that cost more than allowed. */
export function judge(size: number, { cpu, toBare }: Pick<Size, 'cpu' | 'toBare'>, memory: Cost, all: Cost): string[] {
  const problems: string[] = []
  const spent = memory.server + memory.database
  if (cpu !== null && size <= small && spent > cpu) problems.push(`search_memory among ${size}: ${round(spent)} ms of CPU, at most ${cpu}`)
  if (toBare !== null && all.toBare > toBare)
    problems.push(`search over ${size}: ${round(all.toBare)} times its bare statements, at most ${toBare}`)
  return problems
}

const round = (value: number): number => Math.round(value * 100) / 100

const figuresOf = (name: string, { p50, server, database, statements, bare, toBare }: Cost): Record<string, number> => ({
  [`${name}_cpu_ms`]: round(server + database),
  [`${name}_server_cpu_ms`]: round(server),
  [`${name}_database_cpu_ms`]: round(database),
  [`${name}_statements`]: round(statements),
  [`${name}_p50_ms`]: round(p50),
  [`${name}_bare_p50_ms`]: round(bare.p50),
  [`${name}_bare_cpu_ms`]: round(bare.cpu),
  [`${name}_to_bare`]: round(toBare),
})

/** CPU milliseconds for the vector of a question. */
async function vectorCost(baton: Baton, questions: string[]): Promise<number> {
  const { embeddings } = baton.node.assembly.kernel.services
  const before = process.cpuUsage()
  for (const question of questions) await embeddings.embed([question], 'query')
  const { user, system } = process.cpuUsage(before)
  return round((user + system) / 1000 / questions.length)
}

const searchAll = (token: string) => async (url: string, question: string) => {
  const { status, body } = await send(url, 'GET', `/api/search?q=${encodeURIComponent(question)}`, undefined, {
    authorization: `Bearer ${token}`,
  })
  if (status !== 200 || body.mode !== 'hybrid') throw new Error(`search: ${status}, ${body.mode}, ${body.note}`)
}

/** A tool call in the stateless protocol. */
const searchMemory = (token: string) => async (url: string, query: string) => {
  const version = '2026-07-28'
  const headers = {
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
    'mcp-protocol-version': version,
    'mcp-method': 'tools/call',
    'mcp-name': 'search_memory',
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'proof', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: 'search_memory', arguments: { query }, _meta }
  const { status, text } = await send(url, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)
  if (status !== 200 || text.includes('"isError":true')) throw new Error(`search_memory: ${status} ${text.slice(0, 200)}`)
}
