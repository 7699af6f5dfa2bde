import { z } from 'zod'
import { agent, deletion, left, line, lines, part, person, stamps, synced, text, time, value } from '../record.ts'

const number = z.int().min(1).max(2_147_483_647)
const team = `(select t.id from handles h join teams t on t.org_id = :org and t.id = h.id and t.deleted_at is null
  where h.kind = 'team' and h.handle = g.given ->> '@team_id')`

export const skillRecord = synced(
  'skills',
  'owner_id',
  {
    ...stamps,
    ...deletion,
    slug: value(line(64)),
    name: value(line(120)),
    description: value(text(2000)),
    tags: value(lines(20).default([])),
    visibility: value(z.enum(['personal', 'team', 'public']), {
      stored: `case when r.visibility = 'public' then 'team'
        when r.visibility = 'team' and g.given ->> '@team_id' is not null and ${team} is null then 'personal' else r.visibility end`,
      why: 'skill',
    }),
    team_id: {
      as: 'team',
      schema: line(100).nullish(),
      who: 'team',
      read: "(select h.handle from handles h where h.kind = 'team' and h.id = x.team_id)",
      stored: `case when r.visibility = 'team' then ${team} end`,
      why: 'skill',
    },
    owner_id: person('author'),
    revision: value(number),
    copied_organization: left('copied'),
    copied_slug: left('copied'),
    copied_revision: left('copied'),
    taken_down_at: left('published'),
    taken_down_reason: left('published'),
    takedown_id: left('published'),
  },
  {
    parts: [
      part('skill_versions', {
        as: 'versions',
        parent: 'skill_id',
        order: 'number',
        columns: {
          skill_id: { within: 'versions' },
          number: value(number),
          description: value(text(2000)),
          body: value(text(100_000)),
          frontmatter: value(text(10_000).nullish()),
          author_id: person('author'),
          agent_id: agent('author_agent'),
          restored_from: value(number.nullish()),
          created_at: value(time),
          archive_hash: left('files'),
          content_hash: left('files'),
        },
      }),
    ],
  },
)
