import { sql } from '../../platform/postgres.ts'

export const publisher = sql<{ handle: string; sandbox: boolean }>(
  'select handle, sandbox_of is not null as sandbox from organizations where id = $1',
)
export const isTaken = sql('select from published where kind = $2 and slug = $3 and not (org_id = $1 and item_id = $4)')
export const firstFree = sql<{ slug: string }>(`select c.slug from unnest($2::text[]) with ordinality c (slug, place)
  where not exists (select from published p where p.kind = $1 and p.slug = c.slug) order by c.place limit 1`)
export const isUnchanged = sql(`select from published where org_id = $1 and kind = $2 and slug = $3 and item_id = $4
  and fields = $5::jsonb and body is not distinct from $6`)
export const publish = sql(`insert into published (org_id, kind, slug, item_id, fields, body, published_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7)
  on conflict (org_id, kind, item_id) do update
    set slug = excluded.slug, fields = excluded.fields, body = excluded.body, updated_at = excluded.updated_at`)
export const withdraw = sql('delete from published where org_id = $1 and kind = $2 and item_id = $3')
