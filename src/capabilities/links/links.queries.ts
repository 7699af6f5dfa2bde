import { sql } from '../../platform/postgres.ts'

export interface EndRow {
  kind: string
  id: string
  version: number | null
}

/** A link as it is stored: under which names it stands in the text of its source, and whether it was given beside it too. */
export interface LinkRow extends EndRow {
  names: string[]
  explicit: boolean
  created_at: string
}

export const clearLinks = sql('delete from links where org_id = $1 and from_kind = $2 and from_id = $3')
// Names travel as JSON: an array of arrays would have to be a rectangle.
export const insertLinks = sql(`insert into links (org_id, from_kind, from_id, to_kind, to_id, to_version, names, explicit, created_at)
  select $1, $2, $3, t.kind, t.id, t.version, array(select jsonb_array_elements_text(t.names)), t.explicit, t.created_at
  from jsonb_to_recordset($4) t (kind text, id uuid, version integer, names jsonb, explicit boolean, created_at timestamptz) on conflict do nothing`)
export const linksFrom = sql<LinkRow>(`select to_kind as kind, to_id as id, to_version as version, names, explicit, created_at from links
  where org_id = $1 and from_kind = $2 and from_id = $3 order by created_at desc, to_id limit 300`)
export const linksTo = sql<EndRow>(`select from_kind as kind, from_id as id, to_version as version from links
  where org_id = $1 and to_kind = $2 and to_id = $3 order by created_at desc, from_id limit 200`)
