import { sql } from '../../platform/postgres.ts'

export interface EndRow {
  kind: string
  id: string
  version: number | null
}

/** A link as stored: the names by which the text of its source mentions it, and whether it was also given explicitly. */
export interface LinkRow extends EndRow {
  names: string[]
  explicit: boolean
  created_at: string
}

export const clearLinks = sql('delete from links where org_id = :org and from_kind = :kind and from_id = :from')
// Names are passed as JSON: an array of arrays would have to be rectangular.
export const insertLinks = sql(`insert into links (org_id, from_kind, from_id, to_kind, to_id, to_version, names, explicit, created_at)
  select :org, :kind, :from, t.kind, t.id, t.version, array(select jsonb_array_elements_text(t.names)), t.explicit, t.created_at
  from jsonb_to_recordset(:rows) t (kind text, id uuid, version integer, names jsonb, explicit boolean, created_at timestamptz) on conflict do nothing`)
export const linksFrom = sql(`select to_kind as kind, to_id as id, to_version as version, names, explicit, created_at from links
  where org_id = :org and from_kind = :kind and from_id = :id order by created_at desc, to_id limit 300`).as<LinkRow>()
export const linksTo = sql(`select from_kind as kind, from_id as id, to_version as version from links
  where org_id = :org and to_kind = :kind and to_id = :id order by created_at desc, from_id limit 200`).as<EndRow>()

export const clearReferences = sql('delete from text_references where org_id = :org and from_kind = :kind and from_id = :from')
export const clearOtherReferences = sql(
  'delete from text_references where org_id = :org and from_kind = :kind and from_id = :from and name <> all(:names::text[])',
)
export const insertReferences = sql(`insert into text_references (org_id, from_kind, from_id, name, near)
  select :org, :kind, :from, name, :near from unnest(:names::text[]) name on conflict do nothing`)
export const insertReferencesOfMany = sql(`insert into text_references (org_id, from_kind, from_id, name, near)
  select :org, :kind, r.id, r.name, :near from unnest(:ids::uuid[], :names::text[]) r (id, name) on conflict do nothing`)
/** Moves the references of an item's texts, including its comments, to another project. */
export const rehomeReferences = sql(`with texts as (
    delete from text_references r where r.org_id = :org and (r.from_kind = 'task' and r.from_id = :item
      or r.from_kind = 'comment' and r.from_id in (select c.id from comments c where c.org_id = :org and c.item_id = :item))
    returning r.from_kind, r.from_id, r.name)
  insert into text_references (org_id, from_kind, from_id, name, near) select :org, t.from_kind, t.from_id, t.name, :near from texts t`)
export interface Reference extends EndRow {
  name: string
  near: string | null
}
/** References in a comment count as references of the item it is on. */
export const referencesTo =
  sql(`select case r.from_kind when 'comment' then 'task' else r.from_kind end as kind, coalesce(c.item_id, r.from_id) as id,
    null::integer as version, r.name, r.near
  from text_references r left join comments c on r.from_kind = 'comment' and c.org_id = r.org_id and c.id = r.from_id and c.deleted_at is null
  where r.org_id = :org and r.name = any(array(select lower(btrim(n)) from unnest(:names::text[]) n)) and (r.from_kind <> 'comment' or c.id is not null) order by r.from_id desc limit 200`).as<Reference>()
