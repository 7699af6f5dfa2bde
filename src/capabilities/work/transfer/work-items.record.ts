import { z } from 'zod'
import {
  agent,
  author,
  deletion,
  derived,
  left,
  line,
  linksFrom,
  lines,
  part,
  person,
  refersTo,
  stamps,
  synced,
  text,
  time,
  value,
  whole,
  type Column,
} from '../../record.ts'
import { Kind, Labels, Priority, Status, taskInput } from '../items/work-items.contract.ts'
import { traits } from '../items/work-items.queries.ts'

const inputs = { status: Status, priority: Priority, labels: Labels.default([]), ...taskInput }
const traitColumns = Object.fromEntries(traits.map((name) => [name, value(inputs[name])])) as Record<(typeof traits)[number], Column>

const isAbove = "t.project_id = x.project_id and (x.kind, t.kind) in (('task', 'story'), ('task', 'epic'), ('story', 'epic'))"

export const itemRecord = synced(
  'work_items',
  'created_by',
  {
    ...stamps,
    ...deletion,
    ...author,
    ...traitColumns,
    project_id: refersTo('project', { as: 'project', must: true }),
    kind: value(Kind, { as: 'type' }),
    parent_id: refersTo('item', { as: 'parent', later: true, fits: isAbove }),
    number: value(whole),
    // What the project and the number make it: a key of another project would stop that from numbering its tasks.
    key: value(line(40), { stored: "(select p.key || '-' || r.number from projects p where p.org_id = :org and p.id = r.project_id)" }),
    former_keys: value(lines(100, 40).default([]), {
      stored:
        'array(select k from unnest(r.former_keys) k where not exists (select from work_items w where w.org_id = :org and w.key = k))',
    }),
    title: value(line(300)),
    description: value(text().default('')),
    rank: value(line(200)),
    milestone_id: refersTo('milestone', { as: 'milestone', fits: 't.project_id = r.project_id' }),
    assignee_id: { as: 'assignee', schema: line(100).nullish(), who: 'person', why: 'member' },
    assignee_agent_id: agent('assignee_agent'),
    completion_notes: value(text().nullish()),
    completed_at: value(time.nullish()),
    completed_by: person('completed_by', 'case when r.completed_at is not null then :user::uuid end'),
    completed_by_agent_id: agent('completed_by_agent'),
    title_key: derived(),
    priority_order: derived(),
    deleted_with: left('deleted'),
    proof: left('proven'),
    proof_covers: left('proven'),
    fence: left('lease'),
    lease_holder: left('lease'),
    lease_fence: left('lease'),
    lease_from: left('lease'),
    lease_until: left('lease'),
    lease_user_id: left('lease'),
    lease_agent_id: left('lease'),
    lease_instance_id: left('lease'),
    lease_warned_until: left('lease'),
  },
  {
    parts: [
      part('work_item_sources', {
        as: 'source',
        parent: 'item_id',
        order: 'external_id',
        only: 'external_id',
        one: true,
        columns: {
          item_id: { within: 'source' },
          project_id: { within: 'project', stored: 'x.project_id' },
          external_id: value(line(100)),
        },
      }),
      part('work_item_dependencies', {
        as: 'blocked_by',
        parent: 'item_id',
        order: 'blocked_by_id',
        only: 'blocked_by_id',
        later: true,
        there: 'r.blocked_by_id <> x.id',
        columns: {
          item_id: { within: 'blocked_by' },
          blocked_by_id: refersTo('item', { must: true }),
          created_at: left('time', ':now'),
        },
      }),
      part('work_item_relations', {
        as: 'relations',
        parent: 'item_id',
        order: 'other_id',
        later: true,
        there: 'r.other_id <> x.id',
        columns: {
          item_id: { within: 'relations' },
          other_id: refersTo('item', { as: 'other', must: true }),
          kind: value(z.enum(['relates_to', 'duplicates'])),
          created_by: person('author'),
          created_at: value(time),
        },
      }),
      linksFrom('task'),
    ],
  },
)
