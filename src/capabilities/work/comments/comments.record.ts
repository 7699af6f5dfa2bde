import { z } from 'zod'
import { agent, deletion, line, person, refersTo, stamps, synced, text, time, value } from '../../record.ts'

/** The author's name stays, because the importer vouches for a text and hasn't written it. */
const namesAnother = "(g.given ->> '@author_id') is distinct from (select u.handle from users u where u.id = :user)"

export const commentRecord = synced('comments', 'author_id', {
  ...stamps,
  ...deletion,
  item_id: refersTo('item', { as: 'item', must: true }),
  reply_to: refersTo('comment', { later: true, fits: 't.item_id = x.item_id and (t.created_at, t.id) < (x.created_at, x.id)' }),
  body: value(text()),
  author_id: { ...person('author'), read: 'coalesce(x.source_author, (select u.handle from users u where u.id = x.author_id))' },
  author_agent_id: agent('author_agent'),
  source_author: { within: 'author', stored: `case when ${namesAnother} then g.given ->> '@author_id' end` },
  source_url: value(line(500).nullish()),
  edited_at: value(time.nullish()),
  choices: value(z.array(line(80)).min(2).max(6).nullish()),
  answer_by: value(time.nullish()),
  answer: value(line(80).nullish()),
  answered_at: value(time.nullish()),
  answered_by: person('answered_by', 'case when r.answered_at is not null then :user::uuid end'),
  resolved_at: value(time.nullish()),
  resolved_by: person('resolved_by', 'case when r.resolved_at is not null then :user::uuid end'),
})
