import { z } from 'zod'
import {
  agent,
  author,
  deletion,
  derived,
  line,
  lines,
  linksFrom,
  part,
  person,
  refersTo,
  stamps,
  synced,
  text,
  time,
  value,
} from '../../record.ts'

const alternative = z.object({ title: line(300), why_not: text(2000).default('') })

export const decisionRecord = synced(
  'decisions',
  'created_by',
  {
    ...stamps,
    ...deletion,
    ...author,
    project_id: refersTo('project', { as: 'project' }),
    number: value(z.int().min(1).max(2_147_483_647)),
    ref: value(line(40), {
      stored: "coalesce((select p.key || '-' from projects p where p.org_id = :org and p.id = r.project_id), '') || 'D' || r.number",
    }),
    title: value(line(300)),
    // The one that superseded it has to exist first.
    status: value(z.enum(['proposed', 'accepted', 'superseded', 'rejected']), {
      stored: "case r.status when 'superseded' then 'accepted' else r.status end",
      why: 'superseded',
    }),
    superseded_by: refersTo('decision', {
      later: { set: "status = 'superseded'" },
      fits: "t.id <> x.id and r.status = 'superseded'",
    }),
    context: value(text().default('')),
    rationale: value(text().default('')),
    alternatives: value(z.array(alternative).max(10).default([])),
    outcome: value(text().default('')),
    paths: value(lines(50, 200).default([])),
    tags: value(lines(20).default([])),
    decided_at: value(time.nullish()),
    decided_by: person('decided_by', 'case when r.decided_at is not null then :user::uuid end'),
    decided_by_agent: value(z.boolean().nullish(), {
      stored: 'case when r.decided_at is not null then coalesce(r.decided_by_agent, false) end',
    }),
    decided_by_agent_id: agent('decided_by_agent_slug'),
    title_key: derived(),
  },
  {
    parts: [
      part('decision_entries', {
        as: 'entries',
        parent: 'decision_id',
        order: 'created_at, id',
        columns: {
          ...author,
          id: stamps.id,
          decision_id: { within: 'entries' },
          body: value(text()),
          created_at: value(time),
        },
      }),
      linksFrom('decision'),
    ],
  },
)
