import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, contract, page, ref } from '../../../kernel/contract.ts'
import { components } from '../../components.contract.ts'
import { Name, Slug } from '../../vocabulary.contract.ts'

export const CategoryRef = ref('category', Id)
export const CategoryName = z.object({ id: Id, slug: z.string(), name: z.string() })
const Category = CategoryName.extend({
  description: z.string(),
  /** How many posts are in it, drafts included. */
  posts: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

components({ Category })

const administrators = { realm: 'instance', permission: 'administrator' } as const
const About = z
  .string()
  .trim()
  .max(500)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of text')

export const listCategories = contract({
  ...administrators,
  summary: 'List the categories of posts by name',
  effect: 'read',
  stale_after: [],
  input: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
  output: page(Category),
  http: [{ method: 'GET', path: '/api/admin/categories' }],
  rehearsal: { after: 'createCategory' },
})

export const createCategory = contract({
  ...administrators,
  summary: 'Create a category of posts',
  effect: 'create',
  creates: { ref: 'category', field: 'id' },
  input: z.strictObject({ name: Name, slug: Slug.optional(), description: About.default('') }),
  output: Category,
  http: [{ method: 'POST', path: '/api/admin/categories' }],
})

export const updateCategory = contract({
  ...administrators,
  summary: 'Rename or describe a category',
  effect: 'change',
  input: z.strictObject({ id: CategoryRef, name: Name.optional(), description: About.optional() }),
  output: Category,
  http: [{ method: 'PUT', path: '/api/admin/categories/:id' }],
})

export const deleteCategory = contract({
  ...administrators,
  summary: 'Delete a category; its posts stay, without one',
  effect: 'delete',
  input: z.strictObject({ id: CategoryRef }),
  output: Category,
  http: [{ method: 'DELETE', path: '/api/admin/categories/:id' }],
})
