import type { Tables } from '../../../platform/database-types.ts'
import { sql } from '../../../platform/postgres.ts'

type Columns = 'id' | 'slug' | 'name' | 'description' | 'created_at' | 'updated_at'

export interface CategoryRow extends Pick<Tables['site_categories'], Columns> {
  posts: number
}

const category = `select c.id, c.slug, c.name, c.description, c.created_at, c.updated_at,
    (select count(*)::integer from site_entries e where e.category_id = c.id and e.deleted_at is null) as posts
  from site_categories c`

export const categories = sql(`${category} where c.slug > :after order by c.slug limit :limit`).as<CategoryRow>()
export const categoryById = sql(`${category} where c.id = :id`).as<CategoryRow>()
export const anyCategory = sql('select from site_categories limit 1')
export const insertCategory = sql(`insert into site_categories (id, slug, name, description, created_at, updated_at)
  values (:id, :slug, :name, :description, :now, :now) on conflict (slug) do nothing returning id`).as<{ id: string }>()
export const updateCategory =
  sql(`update site_categories set name = coalesce(:name, name), description = coalesce(:description, description),
  updated_at = :now where id = :id`)
export const deleteCategory = sql('delete from site_categories where id = :id')
/** The published posts of a category contain its name too. */
export const renamePublished = sql(`update published p set fields = jsonb_set(p.fields, '{category}', :category::jsonb)
  from site_entries e where e.category_id = :id and p.org_id is null and p.kind = 'post' and p.item_id = e.id`)
