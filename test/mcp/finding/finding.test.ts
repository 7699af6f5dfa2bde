import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operations } from '../../../src/capabilities/operations.ts'
import { buildTools } from '../../../src/doors/mcp/tools/tools.ts'
import { keywordSearch, type Findable } from './keyword-search.ts'

const { list } = buildTools(operations.values())

/** What such a client has besides ours, and finds in our stead when ours say too little. */
const elsewhere: Findable[] = [
  { name: 'WebFetch', description: 'Fetches content from a specified URL and processes it.', hint: 'fetch and extract content from a URL' },
  { name: 'WebSearch', description: 'Allows the model to search the web.', hint: 'search the web for current information' },
  {
    name: 'CronCreate',
    description: 'Schedule a prompt to run at a future time, once or on a schedule.',
    hint: 'schedule a recurring or one-shot prompt',
  },
  { name: 'CronDelete', description: 'Cancel a scheduled job.', hint: 'cancel a scheduled cron job' },
  { name: 'NotebookEdit', description: 'Replace the contents of a cell in a notebook.', hint: 'edit Jupyter notebook cells' },
  {
    name: 'TodoWrite',
    description: 'Create and manage a structured task list for this session.',
    hint: 'manage the session task checklist',
  },
  {
    name: 'EnterPlanMode',
    description: 'Plan an implementation before writing code.',
    hint: 'switch to plan mode to design an approach before coding',
  },
]
const ours: Findable[] = list.map(({ name, description, _meta }) => ({
  name: `mcp__baton__${name}`,
  description,
  hint: _meta?.['anthropic/searchHint'] as string,
}))

const phrasings = readFileSync(new URL('phrasings.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [string, string])

const misses = (tools: readonly Findable[]) =>
  phrasings.filter(([phrasing, tool]) => !keywordSearch(phrasing, [...elsewhere, ...tools]).includes(`mcp__baton__${tool}`))

test('at least 40 of 45 everyday phrasings find their tool by keywords', () => {
  expect(phrasings).toHaveLength(45)
  expect(
    misses(ours)
      .map(([phrasing, tool]) => `${phrasing} → ${tool}`)
      .slice(5),
  ).toEqual([])
})

test.each(['record why we chose this design', 'undo a deletion', 'remember a lesson', 'take a ticket to work on'])(
  '“%s” is among them',
  (phrasing) => {
    expect(misses(ours).map(([one]) => one)).not.toContain(phrasing)
  },
)

test('without the hints it is not enough: the words count', () => {
  expect(misses(ours.map(({ name, description }) => ({ name, description }))).length).toBeGreaterThan(5)
})

test('the loop’s tools are loaded from the start, and every tool has words to be found by', () => {
  const loaded = list.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true)
  expect(loaded.map(({ name }) => name)).toContain('claim_task')
  expect(loaded).toHaveLength(9)
  for (const { name, _meta } of list) expect(_meta?.['anthropic/searchHint'], name).toMatch(/^[\w.,' -]+$/)
})
