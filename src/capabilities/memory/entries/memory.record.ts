import { z } from 'zod'
import { author, deletion, derived, left, line, lines, refersTo, stamps, synced, text, time, value } from '../../record.ts'
import { Id } from '../../../kernel/contract.ts'

const source = z.object({ kind: line(40), ref: line(500).optional() })

export const memoryRecord = synced('memories', 'created_by', {
  ...stamps,
  ...deletion,
  ...author,
  scope: value(z.enum(['agent', 'project', 'session'])),
  scope_id: value(Id, { as: 'scope_of', mapped: true }),
  // Without a project it is the importer's own.
  project_id: refersTo('project', { as: 'project' }),
  owner_id: { within: 'project', stored: 'case when r.project_id is null then :user::uuid end' },
  place: value(z.int().min(1).max(2_147_483_647)),
  // The one it had, where that is free; its ref follows from it.
  number: value(z.int().min(1).max(2_147_483_647).optional()),
  ref: value(line(40).optional(), { stored: null }),
  content: value(text()),
  tags: value(lines(20).default([])),
  sources: value(z.array(source).max(20).default([])),
  // Nobody here has checked it.
  trust: value(z.enum(['person', 'agent', 'external']).optional(), { stored: "'external'", why: 'trust' }),
  valid_from: value(time.nullish()),
  valid_until: value(time.nullish()),
  pinned: value(z.boolean().default(false)),
  superseded_at: value(time.nullish()),
  superseded_by: refersTo('memory', { later: true, fits: 't.id <> x.id' }),
  last_used_at: left('used'),
  clearing_id: left('deleted'),
  embedded_as: derived(),
  content_key: derived(),
  tsv: derived(),
  words: derived(),
})
