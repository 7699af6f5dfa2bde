import type { Context } from '../../src/kernel/context.ts'
import { type Evidence, evidenceOf, graded, withoutPieces } from '../../src/capabilities/memory/ranking/grade.ts'
import { findMemories } from '../../src/capabilities/memory/search/find-memories.ts'
import { embedQuestion } from '../../src/capabilities/memory/search/question-vector.ts'
import type { Baton } from '../../test/harness/baton.ts'
import type { Person } from '../../test/harness/person.ts'
import { embedAll } from '../../test/memory/worker-runs.ts'
import { storeCorpora, type Stored } from '../recall/measure-recall.ts'
import type { Facts, Question } from './facts.ts'

export interface Hit {
  id: string
  right: boolean
  /** Another fact has taken its place, so it must not be found. */
  superseded: boolean
  evidence: Evidence
  probability: number
  confidence: 'sure' | 'likely' | 'unsure'
}

export interface Answer {
  set: string
  question: Pick<Question, 'kind' | 'question' | 'evidence'>
  hits: Hit[]
}

/** The facts as the memory of a project, in their order; what supersedes another is stored last, in its place. */
export async function storeFacts(baton: Baton, person: Person, sets: readonly Facts[]): Promise<(Stored & Facts)[]> {
  const later = sets.map(({ superseded }) => new Map(superseded.map(([old, by]) => [by, old])))
  const corpora = sets.map((facts, at) => ({ ...facts, memories: facts.memories.filter(({ id }) => !later[at]?.has(id)) }))
  const stored = (await storeCorpora(baton, person, corpora)) as (Stored & Facts)[]
  for (const [at, facts] of stored.entries()) {
    const ids = new Map([...facts.names].map(([id, name]) => [name, id]))
    for (const [by, old] of later[at] ?? []) {
      const content = sets[at]?.memories.find(({ id }) => id === by)?.text
      facts.names.set((await person.do('POST', `/api/memories/${ids.get(old)}/supersede`, { content })).id, by)
    }
  }
  await embedAll(baton, person.organization ?? person.user.personal_organization_id)
  return stored
}

const first = 10

/** What search answers, hit by hit, with what speaks for each. */
export async function askAll(
  baton: Baton,
  person: Person,
  set: string,
  { project, names, questions, superseded }: Pick<Stored, 'project' | 'names'> & Pick<Facts, 'questions' | 'superseded'>,
): Promise<Answer[]> {
  const { database, clock, services } = baton.node.assembly.kernel
  const org = person.organization ?? person.user.personal_organization_id
  const answers: Answer[] = []
  const replaced = new Set(superseded.map(([old]) => old))
  for (const question of questions) {
    const asked = await embedQuestion({ services }, question.question)
    const hits = await database.withRealm('organization', { org, user: person.user.id }, 'read', async (tx) => {
      const ctx = { tx, clock, services, org } as unknown as Context
      const { ranked, question: read, comparing } = await findMemories(ctx, { text: question.question, scopes: [project], asked })
      const evidence = evidenceOf(read, withoutPieces(read, ranked, new Set()), comparing)
      return graded(read, ranked, comparing)
        .slice(0, first)
        .map(({ id, probability, confidence }, place) => {
          const name = names.get(id) ?? ''
          return {
            ...{ id: name, right: question.evidence.includes(name), superseded: replaced.has(name) },
            ...{ evidence: evidence[place] as Evidence, probability, confidence },
          }
        })
    })
    answers.push({ set, question, hits })
  }
  return answers
}
