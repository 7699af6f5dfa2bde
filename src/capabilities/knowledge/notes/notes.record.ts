import { z } from 'zod'
import { author, deletion, derived, left, line, lines, linksFrom, refersTo, stamps, synced, text, value } from '../../record.ts'

export const noteRecord = synced(
  'notes',
  'created_by',
  {
    ...stamps,
    ...deletion,
    ...author,
    // Without a project it is the importer's own.
    project_id: refersTo('project', { as: 'project' }),
    owner_id: { within: 'project', stored: 'case when r.project_id is null then :user::uuid end' },
    title: value(line(300)),
    content: value(text(100_000).default('')),
    tags: value(lines(20).default([])),
    pinned: value(z.boolean().default(false)),
    public_slug: left('published'),
    title_key: derived(),
    tsv: derived(),
  },
  { parts: [linksFrom('note')] },
)
