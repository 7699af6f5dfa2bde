import { sql } from '../../../platform/postgres.ts'
import type { Lexemes } from './query-terms.ts'

export const language = sql('select app.language_of(:text) as language').as<{ language: string | null }>()
export const lexemes = sql(`select w.text, tsvector_to_array(to_tsvector('english', w.text)) as english,
    case when :language::text is not null then tsvector_to_array(to_tsvector(:language::regconfig, w.text)) end as own
  from unnest(:words::text[]) w (text)`).as<Lexemes>()
