import { z } from 'zod'
import { Cursor, Id, Limit, Timestamp, Version, contract, page } from '../../../kernel/contract.ts'
import { Name, ProjectRef, stamps } from '../../vocabulary.contract.ts'
import { GroupBy, Sort, TaskFilters, ViewRef } from '../lists/lists.contract.ts'
import { components } from '../../components.contract.ts'

const Layout = z.enum(['board', 'list', 'timeline', 'tree'])
const View = z.object({
  id: Id,
  owner_id: Id,
  name: z.string(),
  shared: z.boolean(),
  layout: Layout,
  group_by: GroupBy.nullable(),
  sort: Sort.nullable(),
  filters: z.record(z.string(), z.unknown()),
  deleted_at: Timestamp.nullable(),
  ...stamps,
})

components({ ViewLayout: Layout, View })

const atId = { id: 'view' }
const write = { realm: 'organization', permission: 'view:write' } as const
const read = { realm: 'organization', permission: 'view:read', effect: 'read' } as const

export const listViews = contract({
  ...read,
  summary: 'List your saved views and those shared with you',
  stale_after: ['view.*'],
  input: z.strictObject({ project: ProjectRef.optional(), limit: Limit, cursor: Cursor.optional() }),
  output: page(View),
  http: [{ method: 'GET', path: '/api/views' }],
})

export const createView = contract({
  ...write,
  effect: 'create',
  summary: 'Save a view: filters, order and layout under a name, for yourself or shared with everyone who can see its projects',
  creates: { ref: 'view', field: 'id' },
  input: z.strictObject({
    name: Name,
    shared: z.boolean().default(false),
    layout: Layout.default('list'),
    group_by: GroupBy.nullish(),
    sort: Sort.nullish(),
    filters: TaskFilters.default({}),
  }),
  output: View,
  http: [{ method: 'POST', path: '/api/views' }],
  rehearsal: { input: { shared: true } },
})

export const getView = contract({
  ...read,
  summary: 'Get a saved view',
  stale_after: ['view.*'],
  input: z.strictObject({ view: ViewRef }),
  output: View,
  http: [{ method: 'GET', path: '/api/views/:id', params: atId }],
})

export const updateView = contract({
  ...write,
  effect: 'change',
  summary: 'Change a saved view; filters are replaced as a whole',
  input: z.strictObject({
    view: ViewRef,
    name: Name.optional(),
    shared: z.boolean().optional(),
    layout: Layout.optional(),
    group_by: GroupBy.nullish(),
    sort: Sort.nullish(),
    filters: TaskFilters.optional(),
    version: Version.optional(),
  }),
  output: View,
  http: [
    { method: 'PATCH', path: '/api/views/:id', params: atId },
    { method: 'PUT', path: '/api/views/:id', params: atId },
  ],
})

export const deleteView = contract({
  ...write,
  effect: 'delete',
  summary: 'Delete a saved view; the tasks it shows stay',
  input: z.strictObject({ view: ViewRef }),
  output: View,
  http: [{ method: 'DELETE', path: '/api/views/:id', params: atId }],
})
