/** Compares search_memory in a small and a large organization with its bare SQL, and the vector index with exact search: `npm run bench:memory`. */
import { availableParallelism } from 'node:os'
import { startBaton } from '../test/harness/baton.ts'
import { runJob } from '../test/memory/worker-runs.ts'
import { prepareServers } from '../test/harness/servers.ts'
import { embedOnce } from './memory/embed-once.ts'
import { fill, type Tenant, type Size } from './memory/fill.ts'
import { bareStatements, recallOfIndex, timePairs } from './memory/measure.ts'
import { makeSentences } from './memory/sentences.ts'

const number = (name: string, otherwise: number) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
const short = process.argv.includes('--short')
const size: Size = {
  organizations: number('organizations', short ? 20 : 1000),
  memories: number('memories', short ? 10_000 : 1_000_000),
  large: number('large', short ? 6000 : 200_000),
}
const rounds = number('rounds', 5)
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const { servers, drop } = await prepareServers()
const baton = await startBaton({ EMBEDDINGS_THREADS: String(availableParallelism()) }, undefined, servers)
try {
  const place = async (name: string) => {
    const person = await baton.person(name)
    const { id } = await person.do('POST', '/api/projects', { name: 'Bench', slug: 'bench', key: 'BEN' })
    // A login's access token would expire before the largest size is measured.
    person.token = (await person.do('POST', '/api/settings/api-keys', { name: 'bench', scopes: ['memory:read'] })).key
    return { person, at: { org: person.user.personal_organization_id, user: person.user.id, project: id } satisfies Tenant }
  }
  const [large, small] = [await place('large'), await place('small')]
  await runJob(baton, 'adoptEmbeddingModel')
  const { services } = baton.node.assembly.kernel
  const model = services.embeddings.model
  if (!model) throw new Error('the local model is missing: npm run model')
  const sentences = makeSentences(short ? 2000 : 25_000, short ? 100 : 150)
  const base = { texts: sentences.stored, vectors: await embedOnce(services.embeddings, sentences.stored) }
  const vectors = await embedOnce(services.embeddings, sentences.asked)
  const asked = sentences.asked.map((text, at) => ({ text, vector: vectors[at] as Float32Array }))
  const seconds = await fill(baton, size, large.at, small.at, model.id, base)
  console.log(
    `${size.memories} memories in ${size.organizations} organizations, the largest ${size.large}; seconds: ${JSON.stringify(seconds)}\n`,
  )
  const known = new Map(asked.map(({ text, vector }) => [text, vector]))
  // Embedding a question costs the same on both sides, so neither pays for it here.
  services.embeddings = {
    state: 'ready',
    model,
    embed: async (texts) => texts.map((text) => known.get(text) as Float32Array),
    close: async () => {},
  }
  const { recall, poor } = await recallOfIndex(baton, large.at, model, asked)
  console.log(
    `the ten nearest by exact comparison that are among the index’s candidates, in the large one: ${recall.toFixed(3)}; of ${asked.length} questions ${poor} found fewer than five\n`,
  )
  console.log('| organization | p95 of search_memory to the bare SQL | rounds | p95, ms |\n| --- | --- | --- | --- |')
  const timed = asked.slice(0, short ? 40 : 100)
  for (const [name, { person, at }] of Object.entries({ small, large })) {
    const statements = await bareStatements(baton, at, timed)
    await timePairs(baton, person, at, timed, statements)
    const ratios: number[] = []
    let last = 0
    for (let round = 0; round < rounds; round++) {
      const times = await timePairs(baton, person, at, timed, statements)
      last = p95(times.ours)
      ratios.push(last / p95(times.bare))
    }
    console.log(`| ${name} | ${median(ratios).toFixed(2)} | ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')} | ${last.toFixed(1)} |`)
  }
} finally {
  await baton.close()
  await drop()
}
process.exit(0)
