/** Recall@10 of search_memory on a data set outside the repository: `npm run bench:recall -- --data FILE`. */
import { readFileSync } from 'node:fs'
import { startBaton } from '../test/harness/baton.ts'
import { streamableClient } from '../test/mcp/clients.ts'
import { prepareServers } from '../test/harness/servers.ts'
import { asked, recallOf, remember, storeCorpora, withParts, type Corpus } from './recall/measure-recall.ts'
import { variants } from './recall/variants.ts'

const at = process.argv.indexOf('--data')
const file = at > 0 ? process.argv[at + 1] : undefined
if (!file) {
  console.error(
    'Say which data: npm run bench:recall -- --data FILE, a JSON list of { memories: [{ id, text }], questions: [{ question, evidence }] }',
  )
  process.exit(1)
}
const corpora = JSON.parse(readFileSync(file, 'utf8')) as Corpus[]
const { servers, drop } = await prepareServers()
const baton = await startBaton({}, undefined, servers)
try {
  const person = await baton.person('recall')
  const started = performance.now()
  const stored = await storeCorpora(baton, person, corpora)
  const seconds = Math.round((performance.now() - started) / 1000)
  const count = (of: (corpus: Corpus) => number) => corpora.reduce((sum, corpus) => sum + of(corpus), 0)
  console.log(
    `${count((c) => c.memories.length)} memories stored and embedded in ${seconds} s, ${count((c) => c.questions.length)} questions\n`,
  )
  const { services } = baton.node.assembly.kernel
  services.embeddings = remember(services.embeddings)
  console.log('| searched by | Recall@10 |\n| --- | --- |')
  for (const [name, parts] of Object.entries(variants)) {
    console.log(`| ${name} | ${(await recallOf(stored, withParts(baton, person, parts))).toFixed(4)} |`)
  }
  const client = await streamableClient({ url: baton.url, token: (await person.mcpToken()).token })
  const began = performance.now()
  console.log(`| search_memory | ${(await recallOf(stored, asked(client))).toFixed(4)} |`)
  console.log(`\n${((performance.now() - began) / count((c) => c.questions.length)).toFixed(1)} ms a call of search_memory`)
} finally {
  await baton.close()
  await drop()
}
process.exit(0)
