import { sql } from '../../platform/postgres.ts'

export const publisher = sql('select handle, sandbox_of is not null as sandbox from organizations where id = :org').as<{
  handle: string
  sandbox: boolean
}>()
export const isTaken = sql('select from published where kind = :kind and slug = :slug and not (org_id = :org and item_id = :id)')
export const firstFree = sql(`select c.slug from unnest(:slugs::text[]) with ordinality c (slug, place)
  where not exists (select from published p where p.kind = :kind and p.slug = c.slug) order by c.place limit 1`).as<{ slug: string }>()
export const isUnchanged = sql(`select from published where org_id = :org and kind = :kind and slug = :slug and item_id = :id
  and fields = :fields::jsonb and body is not distinct from :body`)
export const publish = sql(`insert into published (org_id, kind, slug, item_id, fields, body, published_at, updated_at)
  values (:org, :kind, :slug, :id, :fields, :body, :now, :now)
  on conflict (org_id, kind, item_id) do update
    set slug = excluded.slug, fields = excluded.fields, body = excluded.body, updated_at = excluded.updated_at`)
export const withdraw = sql('delete from published where org_id = :org and kind = :kind and item_id = :id')
