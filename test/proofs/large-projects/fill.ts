import type { Baton } from '../../harness/baton.ts'
import type { Person } from '../../harness/person.ts'

/** A project and the names of its resources for use in calls. */
export interface Place {
  person: Person
  names: Record<'project' | 'epic' | 'story' | 'task' | 'item' | 'feature' | 'milestone' | 'view' | 'agent', string>
}

interface Filling {
  tasks: number
  eventsPerTask: number
  /** How many of the newest tasks fall in the last three months, so that queries by period cover equally many in every project. */
  recent: number
  /** Whether search can find them; indexing them takes most of the time. */
  searchable: boolean
}

const batch = 20_000

/** An organization with one project: what calls refer to is created by calls, the bulk by SQL. */
export async function fillProject(baton: Baton, person: Person, filling: Filling): Promise<Place> {
  const { api, user } = person
  const { id: project, key } = await api.createProject({ name: 'Work', slug: 'work' })
  const { slug: agent } = await api.createAgent({ name: 'Builder', slug: 'builder' })
  await api.createProject({ name: 'Other', slug: 'other' })
  const org = user.personal_organization_id
  const filled = { org, project, key, user: user.id, ...filling }
  // Replaces the per-row work of triggers and indexes with bulk statements.
  const triggered = ['work_items', 'work_item_labels', 'search_documents', 'status_changes', 'events']
  const indexed = filling.tasks > batch ? ['work_items', 'work_item_labels', 'search_documents'] : []
  for (const table of triggered) await baton.look(`alter table ${table} disable trigger all`)
  await withoutIndexes(baton, indexed, () => addItems(baton, filled))
  await addEvents(baton, filled)
  for (const table of triggered) await baton.look(`alter table ${table} enable trigger all`)
  // Filling takes longer than an access token lives.
  await person.logInAgain()
  const view = await api.createView({ name: 'Mine', filters: { project: 'work', status: ['todo'], label: ['label-1'] }, sort: 'newest' })
  const milestone = await api.createMilestone({ project: 'work', name: 'Release' })
  const feature = await api.createFeature({ project: 'work', title: 'Payments' })
  const [named] = await baton.look<{ task: string; story: string; epic: string }>(
    `select t.key as task, s.key as story, e.key as epic from work_items t
      join work_items s on s.org_id = t.org_id and s.id = t.parent_id join work_items e on e.org_id = s.org_id and e.id = s.parent_id
      where t.project_id = $1 and t.kind = 'task' order by t.number limit 1`,
    [project],
  )
  if (!named) throw new Error('no task stands below a story')
  await baton.look(
    `update work_items set milestone_id = $2 where id in (select id from work_items where project_id = $1 and kind = 'task' order by number limit 50)`,
    [project, milestone.id],
  )
  return {
    person,
    names: { project: 'work', agent, view: view.id, milestone: milestone.id, feature: feature.ref, item: named.task, ...named },
  }
}

/** Drops non-unique indexes for the duration of `work` and rebuilds them afterwards. */
async function withoutIndexes(baton: Baton, tables: string[], work: () => Promise<void>): Promise<void> {
  const indexes = await baton.look<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid = any($1::regclass[]) and not i.indisunique`,
    [tables],
  )
  for (const { name } of indexes) await baton.look(`drop index ${name}`)
  await work()
  for (const { definition } of indexes) await baton.look(definition)
}

interface Filled extends Filling {
  org: string
  project: string
  key: string
  user: string
}

/** Tasks with varied words, statuses, labels and people; epics and stories have the same size in every project, so a large one has more of them. */
async function addItems(baton: Baton, { org, project, key, user, tasks, searchable, recent }: Filled): Promise<void> {
  const parents = `insert into work_items (org_id, project_id, id, kind, parent_id, number, key, rank, title, created_by, created_at, updated_at)`
  const [epics, stories] = [Math.ceil(tasks / 20), Math.ceil(tasks / 10)]
  const place = (number: string) => `${number}, $3 || '-' || ${number}, lpad((${number})::text, 10, '0')`
  await baton.look(
    `${parents} select $1, $2, gen_random_uuid(), 'epic', null, ${place('n')}, 'Epic ' || n, $4, now(), now() from generate_series(1, $5::integer) n`,
    [org, project, key, user, epics],
  )
  await baton.look(
    `${parents} select $1, $2, gen_random_uuid(), 'story', e.id, ${place('$5 + n')}, 'Story ' || n, $4, now(), now()
      from generate_series(1, $6::integer) n join work_items e on e.org_id = $1 and e.project_id = $2 and e.kind = 'epic' and e.number = 1 + n % $5 and e.deleted_at is null`,
    [org, project, key, user, epics, stories],
  )
  const first = epics + stories
  for (let done = 0; done < tasks; done += batch) {
    await baton.look(
      `insert into work_items (org_id, project_id, id, kind, number, key, rank, title, description, status, priority, labels, estimate, due_on,
          assignee_id, assignee_agent_id, parent_id, created_by, created_at, updated_at, completed_at)
        select $1, $2, gen_random_uuid(), 'task', ${place('$5 + n')},
          format('%s the %s of %s %s', (array['Fix', 'Add', 'Remove', 'Measure'])[1 + n % 4], 'noun' || h % 50, 'thing' || (h / 50) % 50, n),
          repeat('What is to be done and why. ', 2), s.status, (array['none', 'low', 'medium', 'high', 'urgent'])[1 + (h / 7) % 5],
          array(select 'label-' || l from unnest(array[h % 4, 4 + h % 30]) l), case when n % 3 = 0 then 2 end,
          case when n % 4 = 0 then s.created_at::date + 30 end, case when h % 3 = 0 then $4::uuid end, case when h % 3 = 1 and n % 5 = 0 then a.id end,
          p.id, $4, s.created_at, s.created_at + interval '1 hour', case when s.status = 'complete' then s.created_at + interval '1 hour' end
        from generate_series($6::integer, $7::integer) n cross join lateral (select abs(hashint4(n)) as h) r
          cross join lateral (select
            case when h % 100 < 20 then 'backlog' when h % 100 < 35 then 'todo' when h % 100 < 38 then 'in_progress' when h % 100 < 40 then 'in_review'
              when h % 100 < 95 then 'complete' else 'cancelled' end as status,
            now() - case when $8 - n < $11::integer then ($8 - n) * interval '90 days' / $11::integer
              else interval '90 days' + ($8 - n) * interval '1000 days' / $8 end as created_at) s
          left join agents a on a.org_id = $1 and a.slug = 'builder'
          left join work_items p on n % 2 = 0 and p.org_id = $1 and p.project_id = $2 and p.kind = 'story' and p.deleted_at is null and p.number = $9 + 1 + n % $10`,
      [org, project, key, user, first, done + 1, Math.min(done + batch, tasks), tasks, epics, stories, recent],
    )
  }
  await baton.look(
    `insert into work_item_labels (org_id, item_id, label, project_id, number)
      select w.org_id, w.id, l.label, w.project_id, w.number from work_items w cross join unnest(w.labels) as l (label) where w.org_id = $1 and w.project_id = $2`,
    [org, project],
  )
  await baton.look('select app.count_tallies($1, $2)', [org, project])
  await baton.look('update projects set last_number = $2 where id = $1', [project, first + tasks])
  for (let from = 0; searchable && from <= first + tasks; from += batch) {
    await baton.look(
      `insert into search_documents (org_id, id, item_id, kind, project_id, personal, ref, title, body, words, updated_at)
        select w.org_id, w.id, w.id, w.kind, w.project_id, false, w.key, w.title, w.description,
          setweight(to_tsvector('english', w.title || ' ' || w.title) || to_tsvector('simple', w.key), 'A') || to_tsvector('english', w.description), w.updated_at
        from work_items w
        where w.org_id = $1 and w.project_id = $2 and w.number > $3 and w.number <= $3 + ${batch}`,
      [org, project, from],
    )
  }
}

/** The events of each task: created, changed, and moved to its status. */
async function addEvents(baton: Baton, { org, project, user, eventsPerTask }: Filled): Promise<void> {
  const [head] = await baton.look<{ seq: number; actor: unknown }>(
    'select h.seq::integer, e.actor from log_heads h join events e on e.org_id = h.org_id and e.seq = h.seq where h.org_id = $1',
    [org],
  )
  const [range] = await baton.look<{ first: number; last: number }>(
    "select min(number) as first, max(number) as last from work_items where project_id = $1 and kind = 'task'",
    [project],
  )
  let seq = head?.seq ?? 0
  const { first, last } = range ?? { first: 1, last: 0 }
  for (let from = first; from <= last; from += batch) {
    const to = Math.min(from + batch - 1, last)
    await baton.look(
      `insert into events (org_id, seq, at, type, actor, project_id, subject_id, user_id, data)
        select w.org_id, $4 + (w.number - $5) * $7 + k, w.created_at + k * interval '10 minutes',
          case when k = 1 then 'task.created' else 'task.updated' end, $8::jsonb, w.project_id, w.id, $3,
          jsonb_build_object('changed', array['status'], 'from', '{}'::jsonb, 'item', jsonb_build_object('id', w.id, 'key', w.key, 'title', w.title,
            'status', case when k = 1 then 'backlog' else w.status end))
        from work_items w cross join generate_series(1, $7::integer) k
        where w.org_id = $1 and w.project_id = $2 and w.kind = 'task' and w.number between $5 and $6 order by 2`,
      [org, project, user, seq, from, to, eventsPerTask, head?.actor],
    )
    seq += (to - from + 1) * eventsPerTask
  }
  await baton.look(
    `insert into status_changes (org_id, item_id, seq, at, until, from_status, status, blocked, user_id)
      select w.org_id, w.id, $4 + (w.number - $5) * $6 + k, w.created_at + (k - 1) * interval '30 minutes',
        case when k = 1 and w.status <> 'backlog' then w.created_at + interval '30 minutes' end, case when k = 2 then 'backlog' end,
        case when k = 1 then 'backlog' else w.status end, false, $3
      from work_items w cross join generate_series(1, 2) k
      where w.org_id = $1 and w.project_id = $2 and w.kind = 'task' and (k = 1 or w.status <> 'backlog')`,
    [org, project, user, head?.seq ?? 0, first, eventsPerTask],
  )
  await baton.look('update log_heads set seq = $2 where org_id = $1', [org, seq])
}
