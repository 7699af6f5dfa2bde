import { coverageOf } from '../../memory/ranking/floor.ts'
import { rank, tuned, type Candidate } from '../../memory/ranking/rank.ts'
import type { Question } from './question.ts'
import type { WeighedRow } from './search.queries.ts'

/** A thing that was found: a document with its comments, or a memory. */
export interface Thing {
  id: string
  kind: string
  /** The row its snippet is from; null for a memory. */
  row: string | null
  exact: boolean
  score: number
  terms: readonly number[]
  cosine: number | null
  /** How much of the question it holds, itself or beside it, from 0 to 1. */
  coverage: number
}

const halfLife = 90 * 86_400_000
/** Unrelated texts are about this near to each other. */
const near = 0.3
/** What stands beside the words of a question, and has none of them itself, is no answer below this. */
const beside = 0.1

/** Brings the rows of each thing together and ranks all of them by words and meaning; what bears the name asked for comes first. */
export function rankThings(
  rows: readonly WeighedRow[],
  memories: readonly Candidate[],
  question: Question,
  asked: { meaning: boolean; recalls: boolean; now: Date },
): Thing[] {
  const { refs, weights } = question
  const things = new Map<string, Thing>()
  const coverage = coverageOf(question)
  const told = sum(weights.keys(), weights) || 1
  const entries: Candidate[] = [...memories]
  for (const { id, ranked } of memories)
    if (ranked) things.set(id, { id, kind: 'memory', row: null, exact: false, score: 0, terms: [], cosine: null, coverage: 0 })
  for (const [id, parts] of Map.groupBy(rows, (row) => row.item_id)) {
    // A title is shown anyway, so what it holds counts less for the snippet.
    const telling = (row: WeighedRow) => sum(row.terms, weights) - 0.5 * sum(row.title_terms, weights)
    const best = parts.toSorted((a, b) => telling(b) - telling(a) || Number(b.id === id) - Number(a.id === id))[0]
    if (!best) continue
    const terms = [...new Set(parts.flatMap((part) => part.terms))].toSorted((a, b) => a - b)
    const cosines = parts.flatMap(({ cosine }) => cosine ?? [])
    const inTitle = sum([...new Set(parts.flatMap((part) => part.title_terms))], weights) / told
    const age = Math.max(0, asked.now.getTime() - Date.parse(best.updated_at))
    const boost = (1 + 0.25 * inTitle) * (1 + 0.05 * 2 ** (-age / halfLife))
    entries.push({ ...alone(id), terms, cosine: cosines.length > 0 ? Math.max(...cosines) : null, boost })
    const exact = parts.some((part) => part.ref_key !== null && refs.includes(part.ref_key))
    things.set(id, { id, kind: best.kind, row: best.id, exact, score: 0, terms: [], cosine: null, coverage: 0 })
  }
  return rank(entries, weights, asked.meaning ? tuned : { ...tuned, text: 1, meaning: 0 })
    .flatMap(({ id, score, terms, cosine, held }) => {
      const thing = things.get(id)
      const answers = thing?.exact || terms.length > 0 || (cosine ?? 0) >= (asked.recalls ? beside : near)
      return thing && answers ? { ...thing, score, terms, cosine, coverage: coverage(held) } : []
    })
    .toSorted((a, b) => Number(b.exact) - Number(a.exact))
}

const alone = (id: string) => ({ id, lane: id, place: 0, ranked: true })

function sum(terms: Iterable<number>, weights: readonly number[]): number {
  let total = 0
  for (const term of terms) total += weights[term] ?? 0
  return total
}
