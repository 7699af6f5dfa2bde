import { afterAll, beforeAll, expect, test } from 'vitest'
import { asked, recallOf, storeCorpora, withParts, type Stored } from '../../bench/recall/measure-recall.ts'
import { variants } from '../../bench/recall/variants.ts'
import { streamableClient } from '../mcp/clients.ts'
import { startBaton, type Baton } from '../harness/baton.ts'
import type { Person } from '../harness/person.ts'
import { corpus } from './recall-corpus.ts'

let baton: Baton
let person: Person
let stored: Stored[]

beforeAll(async () => {
  baton = await startBaton()
  person = await baton.person('recall')
  stored = await storeCorpora(baton, person, [corpus])
})
afterAll(() => baton.close())

test('search_memory finds what answers a question among its first ten hits', async () => {
  const client = await streamableClient({ url: baton.url, token: (await person.mcpToken()).token })
  expect(await recallOf(stored, asked(client))).toBeGreaterThanOrEqual(0.9)
  await client.close()
})

test('words and meaning together find more than either alone', async () => {
  const by = (name: string) => recallOf(stored, withParts(baton, person, variants[name] as never))
  const [words, vectors, all] = [await by('words'), await by('vectors'), await by('everything')]
  console.log(`recall@10: words ${words.toFixed(3)}, vectors ${vectors.toFixed(3)}, everything ${all.toFixed(3)}`)
  expect(all).toBeGreaterThanOrEqual(Math.max(words, vectors))
})
