import { z } from 'zod'
import { deletion, left, line, part, person, stamps, synced, text, time, value, whole } from '../record.ts'

const setting = z.union([text(2000), z.number(), z.boolean(), z.null()])

export const projectRecord = synced(
  'projects',
  'created_by',
  {
    ...stamps,
    ...deletion,
    slug: value(line(64)),
    key: value(line(10)),
    name: value(line(120)),
    description: value(text().default('')),
    settings: value(z.record(line(64), setting).default({})),
    visibility: value(z.enum(['organization', 'private'])),
    archived_at: value(time.nullish()),
    last_number: value(whole.default(0)),
    created_by: person('author'),
    former_slugs: left('formerly'),
    shared_slug: left('published'),
    shared_parts: left('published'),
  },
  {
    parts: [
      part('project_members', {
        as: 'members',
        parent: 'project_id',
        order: 'user_id',
        only: 'user_id',
        columns: {
          project_id: { within: 'members' },
          user_id: { schema: line(100), who: 'person', must: true, why: 'member' },
          created_at: left('time', ':now'),
        },
      }),
      part('project_labels', {
        as: 'labels',
        parent: 'project_id',
        order: 'name',
        columns: {
          project_id: { within: 'labels' },
          name: value(line(50)),
          color: value(z.string().max(20)),
          description: value(text(500).default('')),
          created_at: value(time.optional(), { stored: 'coalesce(r.created_at, :now)' }),
          updated_at: value(time.optional(), { stored: 'coalesce(r.updated_at, :now)' }),
        },
      }),
    ],
  },
)
