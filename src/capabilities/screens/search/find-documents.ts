import type { Seeking } from '../../memory/ranking/ask-terms.ts'
import { termsIn } from '../../memory/ranking/query-terms.ts'
import { inTitle, type ReadQuestion } from './question.ts'
import type { FoundDocuments, WeighedDocuments, WeighedRow } from './search.queries.ts'

export interface Where {
  kinds: string[] | null
  project: string | null
  archived: boolean
}

export interface Documents {
  rows: WeighedRow[]
  /** How many things of a kind hold one of its words. */
  counts: Map<string, number>
}

const candidates = 200
const maxRespelt = 10
const maxNamed = 20
/** Up to this many documents each vector is compared; beyond, meaning only orders what words have found. */
const maxCompared = 10_000

/** What a search of everything besides memories is called with. */
export const seekingDocuments = ({ text, phrases, refs }: ReadQuestion, where: Where, { queries }: Seeking) => ({
  ...where,
  ...{ phrases, refs, name: text.slice(0, 200), title_terms: queries.map(inTitle) },
  ...{ document_limit: candidates, max_named: maxNamed, max_compared: maxCompared, max_respelt_documents: maxRespelt },
})

/** What may answer: by name, by words, by meaning. */
export function documentsIn({ documents, matched }: FoundDocuments): Documents {
  return { rows: documents ? readRows(documents) : [], counts: new Map(matched) }
}

function readRows([ids, items, kinds, refs, updated, terms, titles, cosines]: WeighedDocuments): WeighedRow[] {
  const termsOf = termsIn()
  return ids.map((id, at) => ({
    id,
    item_id: items[at]!,
    kind: kinds[at]!,
    ref_key: refs[at] ?? null,
    updated_at: updated[at]!,
    terms: termsOf(terms[at]!),
    title_terms: termsOf(titles[at]!),
    cosine: cosines[at] ?? null,
  }))
}
