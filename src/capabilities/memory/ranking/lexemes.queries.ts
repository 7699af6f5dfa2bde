import { plannedOnce, sql } from '../../../platform/postgres.ts'
import type { Lexemes } from './query-terms.ts'

const stemmed = `tsvector_to_array(to_tsvector('english', w.text)) as english,
    case when :language::text is not null then tsvector_to_array(to_tsvector(:language::text::regconfig, w.text)) end as own` as const

/** The language of a text, and the lexemes that its words are stored as. */
export const question = plannedOnce(`with asked as materialized (select app.language_of(:text) as language)
  select a.language, (select coalesce(json_agg(json_build_object('text', w.text, 'english', tsvector_to_array(to_tsvector('english', w.text)),
      'own', case when a.language is not null then tsvector_to_array(to_tsvector(a.language::regconfig, w.text)) end)), '[]')
    from unnest(:words::text[]) w (text)) as lexemes
  from asked a`).as<{ language: string | null; lexemes: Lexemes[] }>()
export const lexemes = sql(`select w.text, ${stemmed} from unnest(:words::text[]) w (text)`).as<Lexemes>()
