import { sql } from '../../platform/postgres.ts'

export const lexemes = sql<{ word: string; lexemes: string[] }>(`select w.word, tsvector_to_array(to_tsvector('english', w.word)) as lexemes
  from unnest($1::text[]) with ordinality w (word, place) order by w.place`)
