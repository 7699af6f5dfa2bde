import type { Seeking } from '../../memory/ranking/ask-terms.ts'
import { inTitle, type ReadQuestion } from './question.ts'
import type { FoundDocuments, WeighedRow } from './search.queries.ts'

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
  const rows = documents.map(([id, item_id, kind, ref_key, updated_at, own, title_terms, cosine]) => {
    return { id, item_id, kind, ref_key, updated_at, terms: own, title_terms, cosine }
  })
  return { rows, counts: new Map(matched) }
}
