import { z } from 'zod'
import { deletion, left, line, person, refersTo, stamps, synced, text, time, value } from '../../record.ts'

export const agentRecord = synced('agents', 'owner_id', {
  ...stamps,
  ...deletion,
  slug: value(line(64)),
  name: value(line(120)),
  description: value(text(2000).default('')),
  role: value(text(80).default('')),
  memory_scope: value(z.enum(['agent', 'project', 'session'])),
  model: value(text(120).default('')),
  settings: value(z.record(line(64), text(2000)).default({})),
  project_id: refersTo('project', { as: 'project', later: true }),
  skill_ids: refersTo('skill', { as: 'skills', many: true, later: true }),
  owner_id: person('author'),
  // A stop is a brake that somebody pulled: an import doesn't release it.
  status: value(z.enum(['active', 'stopped']).default('active')),
  stop_reason: value(text(500).nullish()),
  stopped_at: value(time.nullish()),
  stopped_by: person('stopped_by', 'case when r.stopped_at is not null then :user::uuid end'),
  archive_memory: left('deleted'),
  token_id: left('credential'),
  client_name: left('credential'),
  stuck_since: left('runs'),
  paused_until: left('runs'),
  resumed_at: left('runs'),
  public_slug: left('published'),
})
