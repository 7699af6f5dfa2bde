import { z } from 'zod'
import { deletion, line, person, refersTo, stamps, synced, value } from '../../record.ts'
import { GroupBy, Sort, TaskFilters } from '../lists/lists.contract.ts'

export const viewRecord = synced('saved_views', 'owner_id', {
  ...stamps,
  ...deletion,
  owner_id: person('author'),
  name: value(line(120)),
  shared: value(z.boolean().default(false)),
  layout: value(z.enum(['board', 'list', 'timeline', 'tree'])),
  group_by: value(GroupBy.nullish()),
  sort: value(Sort.nullish()),
  filters: value(TaskFilters.default({}), { ids: ['project', 'projects', 'epic', 'story', 'milestone'] }),
  project_ids: refersTo('project', { as: 'projects', many: true }),
})
