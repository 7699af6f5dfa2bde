import { sql } from '../../platform/postgres.ts'
import type { Lexemes } from './query-terms.ts'

export const language = sql<{ language: string | null }>('select app.language_of($1) as language')
export const lexemes = sql<Lexemes>(`select w.text, tsvector_to_array(to_tsvector('english', w.text)) as english,
    case when $2::text is not null then tsvector_to_array(to_tsvector($2::regconfig, w.text)) end as own
  from unnest($1::text[]) w (text)`)
