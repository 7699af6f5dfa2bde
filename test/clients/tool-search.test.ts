import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBaton, type Baton } from '../harness/baton.ts'
import { openHome, type Home } from './home.ts'
import { patience } from './packages.ts'
import { claudeCode } from './programs/claude-code.ts'
import { withoutLoaded } from './strip-always-load.ts'

const phrasings = readFileSync(new URL('phrasings.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [string, string])

let baton: Baton
let misses: string[]
beforeAll(async () => {
  baton = await startBaton()
  const { token } = await (await baton.person()).mcpToken()
  const { url, server } = await withoutLoaded(baton.url)
  const home: Home = await openHome(claudeCode, { url, token })
  await home.run(async (model) => {
    // If no tool has to be loaded from the start, the client doesn't wait for the server either.
    const isThere = async () => (await model.use('ToolSearch', { query: 'select:mcp__baton__get_note' })).text.includes('get_note"')
    for (let tries = 0; tries < 200 && !(await isThere()); tries++);
    const found = await model.useAll(phrasings.map(([query]) => ({ tool: 'ToolSearch', args: { query, max_results: 5 } })))
    misses = phrasings
      .filter(([, tool], place) => !found[place]?.text.includes(`"mcp__baton__${tool}"`))
      .map(([phrasing, tool]) => `${phrasing} → ${tool}`)
    return 'Searched.'
  })
  home.close()
  server.close()
  server.closeAllConnections()
}, patience)
afterAll(() => baton.close())

test('the tool search of Claude Code finds the right tool for at least 40 of 45 everyday phrasings', () => {
  expect(phrasings).toHaveLength(45)
  expect(misses.slice(5)).toEqual([])
})

test.each(['record why we chose this design', 'undo a deletion', 'remember a lesson', 'take a ticket to work on'])(
  '“%s” is among them',
  (phrasing) => {
    expect(misses.filter((miss) => miss.startsWith(`${phrasing} →`))).toEqual([])
  },
)
