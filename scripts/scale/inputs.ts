import { readFileSync } from 'node:fs'

/** An input of docs/scale.md. `from` is the command that measures it, or says what else it rests on. */
export interface Input {
  what: string
  low: number
  likely: number
  high: number
  unit: string
  from: string
}

const input = (what: string, [low, likely, high]: readonly [number, number, number], unit: string, from: string): Input => ({
  what,
  low,
  likely,
  high,
  unit,
  from,
})
/** Of the calls of a recorded day of agents' work, those that don't only prepare it. */
const recorded = readFileSync(new URL('../../test/mcp/tokens/calls.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { tool: string; setup?: true })
  .filter(({ setup }) => !setup)
const shareOf = (kind: RegExp): number => Math.round((100 * recorded.filter(({ tool }) => kind.test(tool)).length) / recorded.length)

const same = (value: number): [number, number, number] => [value, value, value]

const assumed = '*assumed*'
const written = '`npm run proof -- write-size`: sizes of tables before and after 1,000 creates and as many changes'
const bench = '`npm run bench`'

/** Everything that the tables of docs/scale.md are computed from; nothing else on that page is a figure of its own. */
export const inputs = {
  personReads: input('reads of a person in the dashboard, a working day', same(600), '', assumed),
  personWrites: input('writes of a person', same(60), '', assumed),
  personSearches: input('searches of a person', same(20), '', assumed),
  agents: input('agents that work for a person at once, eight hours a day', [0, 1, 5], '', assumed),
  pause: input('seconds between two calls of an agent', same(20), 's', assumed),
  agentReads: input('reads among an agent’s calls', same(shareOf(/^(list|get)_/)), '%', 'the recorded day that `test/mcp/tokens` replays'),
  agentSearches: input('searches among them', same(shareOf(/^search_/)), '%', 'the same'),
  readMs: input('CPU of a read, server and database', [2.7, 3.8, 4.5], 'ms', `${bench}: get, \`list_tasks\` over MCP, board`),
  writeMs: input('CPU of a write', [7.9, 8.5, 13.1], 'ms', `${bench}: create, create and update, claim`),
  searchMs: input(
    'CPU of a search by meaning',
    [56, 73, 199],
    'ms',
    '`npm run proof -- search`: over 2,000 memories, 2,000 documents, 100,000 memories',
  ),
  embedMs: input('CPU of a vector; every created text is one', [2.3, 2.3, 4.4], 'ms', '`npm run proof -- embedding`; on a slow host'),
  creates: input('creates among writes', [0, 50, 100], '%', assumed),
  createBytes: input('what a created task leaves, with indexes, vector, log and audit', same(11.4), 'KB', written),
  changeBytes: input('what a change leaves', same(2.5), 'KB', 'the same'),
  createWal: input('WAL of a created task, with its jobs and vector', same(16.7), 'KB', 'the same; WAL of all statements'),
  changeWal: input('WAL of a change', same(8.8), 'KB', 'the same'),
  databaseShare: input('the database’s part of the CPU', same(50), '%', bench),
  replica: input('CPU of a replica, of the database’s', [0, 50, 50], '%', assumed),
  days: input('working days in a month', same(22), '', assumed),
  busiest: input('share of a day in its busiest hour', same(15), '%', assumed),
  busy: input('how busy machines are in it', same(40), '%', assumed),
  core: input('a core with its memory, a month', same(29), '$', assumed),
  disk: input('a GB on SSD, a month; two copies', same(0.1), '$', assumed),
  backup: input('a GB in a backup, a month; one copy', same(0.02), '$', assumed),
  memories: input('memories a person and their agents add on a working day', [1, 5, 20], '', assumed),
  primaryCores: input('cores of the largest primary', same(40), '', assumed),
  primaryTerabytes: input('size of the largest database that is still dumped, restored and vacuumed in a night', same(10), 'TB', assumed),
} satisfies Record<string, Input>
