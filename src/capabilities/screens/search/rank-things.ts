import { rank, tuned, type Candidate } from '../../memory/ranking/rank.ts'
import type { NamedMemory } from '../../memory/search/named-memories.ts'
import type { Question } from './question.ts'
import type { WeighedRow } from './search.queries.ts'

/** Something that was found: a document with its comments, or a memory. */
export interface Thing {
  id: string
  kind: string
  /** The row its snippet comes from; null for a memory. */
  row: string | null
  exact: boolean
  score: number
  terms: readonly number[]
  cosine: number | null
  /** To what degree it holds each term, with its neighbors. */
  held: readonly number[]
}

const halfLife = 90 * 86_400_000

interface Asked {
  meaning: boolean
  /** Memories whose refs the question has. */
  named?: readonly NamedMemory[]
  now: Date
}

/** Combines the rows of each thing and ranks all things by words and meaning; an exact name comes first. */
export function rankThings(rows: readonly WeighedRow[], memories: readonly Candidate[], question: Question, asked: Asked): Thing[] {
  const { refs, weights } = question
  const documents = new Map<string, Pick<Thing, 'kind' | 'row' | 'exact'>>()
  const told = sum(weights.keys(), weights) || 1
  const { named = [] } = asked
  const entries = withNamed(memories, named)
  // The title is shown anyway, so words it contains count less toward the snippet.
  const telling = (row: WeighedRow) => sum(row.terms, weights) - 0.5 * sum(row.title_terms, weights)
  for (const [id, parts] of Map.groupBy(rows, (row) => row.item_id)) {
    const [best] =
      parts.length === 1 ? parts : parts.toSorted((a, b) => telling(b) - telling(a) || Number(b.id === id) - Number(a.id === id))
    if (!best) continue
    const cosines = parts.flatMap(({ cosine }) => cosine ?? [])
    const inTitle = sum(unionOf(parts, 'title_terms'), weights) / told
    const age = Math.max(0, asked.now.getTime() - best.updated_at * 1000)
    const boost = (1 + 0.25 * inTitle) * (1 + 0.05 * 2 ** (-age / halfLife))
    const cosine = cosines.length > 0 ? Math.max(...cosines) : null
    entries.push({ id, lane: id, place: 0, ranked: true, terms: unionOf(parts, 'terms'), equal: equalOf(parts), cosine, boost })
    const exact = parts.some((part) => part.ref_key !== null && refs.includes(part.ref_key))
    documents.set(id, { kind: best.kind, row: best.id, exact })
  }
  const isExact = ({ id }: { id: string }) => documents.get(id)?.exact ?? named.some((one) => one.id === id)
  const ranked = rank(entries, weights, asked.meaning ? tuned : { ...tuned, text: 1, meaning: 0 })
  // Without a word and without a vector there is nothing that could have matched, but its place beside something that did.
  const answers = ranked.filter((one) => one.terms.length > 0 || one.cosine !== null || documents.has(one.id) || isExact(one))
  const exact = answers.filter(isExact)
  const best = exact.length === 0 ? answers : [...exact, ...answers.filter((one) => !isExact(one))]
  return best.map(({ id, score, terms, cosine, held }) => {
    const thing = documents.get(id) ?? { kind: 'memory', row: null, exact: isExact({ id }) }
    return { id, ...thing, score, terms, cosine, held }
  })
}

/** A memory that the question names is ranked whether it holds a word of it or not. */
function withNamed(memories: readonly Candidate[], named: readonly NamedMemory[]): Candidate[] {
  if (named.length === 0) return [...memories]
  const others = memories.filter(({ id }) => !named.some((one) => one.id === id))
  const found = named.map(({ id, scope_id, place }): Candidate => {
    const known = memories.find((one) => one.id === id)
    return known ? { ...known, ranked: true } : { id, lane: scope_id, place, ranked: true, terms: [], cosine: null, boost: 1 }
  })
  return [...others, ...found]
}

/** The terms that any of the rows contain, in order. */
function unionOf(parts: readonly WeighedRow[], of: 'terms' | 'title_terms'): readonly number[] {
  const [first] = parts
  if (first && parts.length === 1) return first[of]
  return [...new Set(parts.flatMap((part) => part[of]))].toSorted((a, b) => a - b)
}

/** The terms that the rows hold only by another term of the same meaning. */
function equalOf(parts: readonly WeighedRow[]): readonly number[] {
  const [first] = parts
  if (first && parts.length === 1) return first.equal
  const all = new Set(parts.flatMap(({ equal }) => equal))
  return [...all].filter((term) => parts.every(({ terms, equal }) => !terms.includes(term) || equal.includes(term)))
}

function sum(terms: Iterable<number>, weights: readonly number[]): number {
  let total = 0
  for (const term of terms) total += weights[term] ?? 0
  return total
}
