import { readFileSync } from 'node:fs'
import type { Baton } from '../harness/baton.ts'
import { call, streamableClient, type McpClient } from '../mcp/clients.ts'
import { embedAll, runJob } from '../memory/worker-runs.ts'
import type { Person } from '../harness/person.ts'

/** A question, its kind, and the item that answers it; undefined if nothing stored does. */
interface Question {
  kind: string
  text: string
  answer: string | undefined
}

export interface Answered extends Question {
  right: boolean
  /** The first results, by their names in knowledge.tsv. */
  first: string[]
}

const rows = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))

const questions: Question[] = rows('questions.tsv').map(([kind = '', text = '', answer]) => ({ kind, text, answer }))

/** How far up the answer must be: an agent reads the first few hits. */
const places = 3

/** Stores the knowledge as people and agents would over time, and asks an agent's questions about it. */
export async function askQuestions(baton: Baton): Promise<Answered[]> {
  const owner = await baton.person()
  await owner.do('POST', '/api/projects', { name: 'Harbor', slug: 'harbor', key: 'HRB' })
  const names = await storeKnowledge(baton, owner)
  const client = await streamableClient({ url: baton.url, token: (await owner.mcpToken()).token })
  const answered: Answered[] = []
  for (const question of questions) answered.push(await ask(client, question, names))
  await client.close()
  return answered
}

/** The share of right answers, overall and by kind. */
export function sharesOf(answered: readonly Answered[]): Record<string, number> {
  const share = (some: readonly Answered[]) => Math.round((some.filter(({ right }) => right).length / some.length) * 1000) / 1000
  const kinds = Map.groupBy(answered, ({ kind }) => kind)
  return { all: share(answered), ...Object.fromEntries([...kinds].map(([kind, some]) => [kind, share(some)])) }
}

interface Hit {
  id?: string
  ref?: string
  key?: string
  at?: string
  by?: string
  contradicts?: { id?: string; ref?: string }[]
}

async function ask(client: McpClient, question: Question, names: ReadonlyMap<string, string>): Promise<Answered> {
  const { structuredContent } = await call(client, 'search_memory', { query: question.text, project: 'harbor', limit: 5 })
  const items = structuredContent.items as Hit[]
  const nameOf = ({ id, ref, key }: Hit) => names.get(ref ?? key ?? id ?? '') ?? '?'
  const first = items.slice(0, places).map(nameOf)
  return {
    ...question,
    first,
    right: question.answer === undefined ? structuredContent.found !== 'sure' : isRight(question, items, first, names),
  }
}

function isRight({ kind, answer }: Question, items: readonly Hit[], first: readonly string[], names: ReadonlyMap<string, string>): boolean {
  const hit = items[first.indexOf(answer ?? '')]
  if (!hit || kind !== 'contradiction') return hit !== undefined
  const others = (hit.contradicts ?? []).map(({ id = '', ref = id }) => names.get(ref))
  return others.includes(answer?.replace(/-new$/, '-old')) && hit.at !== undefined && hit.by !== undefined
}

const day = 86_400_000

/** Stores it in an order that separates related items; whatever contradicts something is stored a day later. */
async function storeKnowledge(baton: Baton, owner: Person): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const mixed = rows('knowledge.tsv')
    .map((row, place) => ({ row, order: (place * 37) % 89 }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ row }) => row)
  const isLater = ([name = '']: string[]) => name.endsWith('-new')
  for (const row of mixed.filter((one) => !isLater(one))) await store(owner, row, names)
  const org = owner.organization ?? owner.user.personal_organization_id
  await embedAll(baton, org)
  baton.clock.advance(day)
  await owner.logInAgain()
  for (const row of mixed.filter(isLater)) await store(owner, row, names)
  await embedAll(baton, org)
  while ((await runJob(baton, 'embedDocuments', org)).embedded > 0);
  return names
}

async function store(owner: Person, [name = '', kind, title = '', text = '', paths]: string[], names: Map<string, string>): Promise<void> {
  const project = 'harbor'
  const made =
    kind === 'memory'
      ? await owner.do('POST', '/api/memories', { project, content: title })
      : kind === 'spec'
        ? await owner.do('POST', '/api/specs', { project, title, body: text })
        : kind === 'decision'
          ? await owner.do('POST', '/api/decisions', { project, title, rationale: text, paths: paths ? [paths] : [], status: 'accepted' })
          : kind === 'note'
            ? await owner.do('POST', '/api/notes', { project, title, content: text })
            : kind === 'feature'
              ? await owner.do('POST', '/api/features', { project, title, description: text })
              : await owner.do('POST', '/api/tasks', { project, title, description: text })
  for (const called of [made.id, made.ref, made.key]) if (called) names.set(called, name)
}
