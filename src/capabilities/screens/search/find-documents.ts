import type { Seeking } from '../../memory/ranking/ask-terms.ts'
import { heldIn, termsIn } from '../../memory/ranking/query-terms.ts'
import { inTitle, type ReadQuestion } from './question.ts'
import type { FoundDocuments, WeighedDocuments, WeighedRow } from './search.queries.ts'

export interface Where {
  kinds: string[] | null
  project: string | null
  archived: boolean
}

export interface Documents {
  rows: WeighedRow[]
  /** How many things of each kind contain one of the words. */
  counts: Map<string, number>
}

const candidates = 200
const maxRespelt = 10
const maxNamed = 20
/** Up to this many documents, every vector is compared; beyond that, meaning only ranks what the words found. */
const maxCompared = 10_000

/** The parameters for searching everything besides memories. */
export const seekingDocuments = ({ text, phrases, refs }: ReadQuestion, where: Where, { queries }: Seeking) => ({
  ...where,
  ...{ phrases, refs, name: text.slice(0, 200), title_terms: queries.map(inTitle) },
  ...{ document_limit: candidates, max_named: maxNamed, max_compared: maxCompared, max_respelt_documents: maxRespelt },
})

/** What may answer, found by name, words or meaning. */
export function documentsIn({ documents, matched }: FoundDocuments, widened: readonly number[]): Documents {
  return { rows: documents ? readRows(documents, widened) : [], counts: new Map(matched) }
}

function readRows([ids, items, kinds, refs, updated, terms, titles, cosines]: WeighedDocuments, widened: readonly number[]): WeighedRow[] {
  const heldOf = heldIn(widened)
  const termsOf = termsIn()
  return ids.map((id, at) => ({
    id,
    item_id: items[at]!,
    kind: kinds[at]!,
    ref_key: refs[at] ?? null,
    updated_at: updated[at]!,
    ...heldOf(terms[at]!),
    title_terms: termsOf(titles[at]!),
    cosine: cosines[at] ?? null,
  }))
}
