import { z } from 'zod'
import { author, deletion, derived, line, lines, linksFrom, part, refersTo, stamps, synced, text, time, value } from '../../record.ts'

const number = z.int().min(1).max(2_147_483_647)

export const specRecord = synced(
  'specs',
  'created_by',
  {
    ...stamps,
    ...deletion,
    ...author,
    project_id: refersTo('project', { as: 'project', must: true }),
    number: value(number),
    ref: value(line(40), { stored: "(select p.key || '-S' || r.number from projects p where p.org_id = :org and p.id = r.project_id)" }),
    title: value(line(300)),
    status: value(z.enum(['draft', 'review', 'approved', 'obsolete'])),
    tags: value(lines(20).default([])),
    latest_version: value(number),
    title_key: derived(),
  },
  {
    parts: [
      part('spec_versions', {
        as: 'versions',
        parent: 'spec_id',
        order: 'number',
        columns: {
          ...author,
          spec_id: { within: 'versions' },
          number: value(number),
          body: value(text(100_000)),
          body_sha256: derived("encode(sha256(convert_to(r.body, 'UTF8')), 'hex')"),
          summary: value(text(500).default('')),
          created_at: value(time),
        },
      }),
      linksFrom('spec'),
    ],
  },
)
