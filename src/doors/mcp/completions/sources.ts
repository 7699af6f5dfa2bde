import type { InputOf, OutputOf } from '../../../capabilities/operations.ts'
import type { Caller } from '../caller.ts'
import type { OperationRunner } from '../operation-runner.ts'

/** The text typed so far, and what was chosen for other arguments. */
interface Typed {
  runner: OperationRunner
  caller: Caller
  value: string
  project: string | undefined
}

interface Found {
  values: string[]
  more: boolean
}

type Suggested = OutputOf<'listSuggestions'>['items'][number]
type Source = (typed: Typed) => Promise<Found>

const maxSuggested = 20
const maxListed = 100
const pagesOfProjects = 5

/** Matches by ref or title, best first, among what the caller can see; without text, what they last worked on. */
const suggested =
  (kind: Suggested['kind'], shown: (one: Suggested) => string = ({ ref, id }) => ref ?? id): Source =>
  async ({ runner, caller, value, project }) => {
    const input = { q: value.slice(0, 200), kinds: [kind], limit: maxSuggested, ...(project !== undefined && { project }) }
    const { items } = await runner.run('listSuggestions', caller, input)
    return { values: items.map(shown), more: items.length === maxSuggested }
  }

const begins = (name: string, typed: string): boolean => name.toLowerCase().startsWith(typed.toLowerCase())

async function projects({ runner, caller, value }: Typed): Promise<Found> {
  const values: string[] = []
  let cursor: string | null = null
  for (let page = 0; page < pagesOfProjects; page++) {
    const input: InputOf<'listProjects'> = { limit: maxListed, ...(cursor !== null && { cursor }) }
    const found: OutputOf<'listProjects'> = await runner.run('listProjects', caller, input)
    values.push(...found.items.filter(({ slug, name }) => begins(slug, value) || begins(name, value)).map(({ slug }) => slug))
    cursor = found.next_cursor
    if (cursor === null) break
  }
  return { values, more: cursor !== null }
}

async function skills({ runner, caller, value }: Typed): Promise<Found> {
  const input = { limit: maxListed, ...(value.trim() && { q: value.trim().slice(0, 120) }) }
  const { items, next_cursor } = await runner.run('listSkills', caller, input)
  return { values: items.map(({ slug }) => slug), more: next_cursor !== null }
}

async function sessions({ runner, caller, value, project }: Typed): Promise<Found> {
  const input = { whose: 'user' as const, limit: maxListed, ...(project !== undefined && { project }) }
  const found = await runner.run('listSessions', caller, input)
  const values = found.items.filter(({ id, title }) => begins(id, value) || begins(title, value)).map(({ id }) => id)
  return { values, more: found.next_cursor !== null }
}

async function agents({ runner, caller, value }: Typed): Promise<Found> {
  const found = await runner.run('listAgents', caller, { limit: maxListed })
  const values = found.items.filter(({ slug, name }) => begins(slug, value) || begins(name, value)).map(({ slug }) => slug)
  return { values, more: found.next_cursor !== null }
}

const days = ['yesterday', 'today', 'last-week']

/** Completions for template variables and prompt arguments; stored data always comes from an operation the caller could run. */
export const sources = {
  project: projects,
  task: suggested('task'),
  note: suggested('note'),
  spec: suggested('spec'),
  decision: suggested('decision'),
  feature: suggested('feature'),
  skill: skills,
  session: sessions,
  agent: agents,
  /** Free text: the titles of existing specs are a starting point. */
  goal: suggested('spec', ({ title }) => title),
  since: async ({ value }: Typed) => ({ values: days.filter((day) => begins(day, value)), more: false }),
} satisfies Record<string, Source>

export type SourceName = keyof typeof sources
