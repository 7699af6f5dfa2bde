/** The plain server's SQL: one statement per call, on the same tables, as a role that bypasses row-level security. */

const questions =
  "(select count(*)::integer from questions q where q.org_id = w.org_id and q.item_id = w.id and q.state = 'open') as open_questions"
const task = `w.id, w.key, w.kind, w.project_id, w.parent_id, w.number, w.title, w.description, w.status, w.priority, w.labels, w.estimate, w.start_on,
  w.due_on, case when u.id is not null then json_build_object('kind', 'person', 'id', u.id, 'name', u.name, 'handle', u.handle)
    when a.id is not null then json_build_object('kind', 'agent', 'id', a.id, 'name', a.name, 'slug', a.slug) end as assignee,
  w.assignee_id, w.assignee_agent_id, w.milestone_id, w.rank, w.completion_notes, w.created_by, w.created_by_agent_id, w.created_at, w.updated_at,
  w.completed_at, w.deleted_at, w.version, w.lease_holder, w.lease_until, w.lease_agent_id,
  case when w.proof_covers <> '{}' then w.proof when w.status = 'complete' then 'claimed' else 'none' end as proof, w.proof_covers, ${questions}`
const assigned = 'left join users u on u.id = w.assignee_id left join agents a on a.org_id = w.org_id and a.id = w.assignee_agent_id'
const open = (item: string) => `${item}.status not in ('complete', 'cancelled') and ${item}.deleted_at is null`
const blocked = `exists (select from work_item_dependencies d join work_items b on b.org_id = d.org_id and b.id = d.blocked_by_id
  where d.org_id = w.org_id and d.item_id = w.id and ${open('b')}) as blocked`
const named = (slug: string) => `(select p.id from projects p where p.org_id = $1 and p.slug = ${slug} and p.deleted_at is null)`

const card = `w.id, w.key, w.kind, w.title, w.status, w.priority, w.labels, w.estimate, w.start_on, w.due_on, w.milestone_id, w.rank, w.version,
  case when u.id is not null then json_build_object('kind', 'person', 'id', u.id, 'name', u.name, 'handle', u.handle)
    when a.id is not null then json_build_object('kind', 'agent', 'id', a.id, 'name', a.name, 'slug', a.slug) end as assignee,
  a.slug as assignee_agent, w.deleted_at,
  case when w.lease_until > now() then coalesce(la.slug, lu.handle) end as held_by, case when w.lease_until > now() then w.lease_until end as lease_until,
  case when w.proof_covers <> '{}' then w.proof when w.status = 'complete' then 'claimed' else 'none' end as proof, w.proof_covers, w.number, w.lease_until is not null as leased,
  ${blocked}, ${questions}`
const held = 'left join users lu on lu.id = w.lease_user_id left join agents la on la.org_id = w.org_id and la.id = w.lease_agent_id'
const ready =
  "not k.blocked and k.lease_until is null and (k.status in ('backlog', 'todo') or (k.status = 'in_progress' and k.leased)) as ready"

export const whoHas = 'select id, user_id, org_id, agent_id from auth.tokens where hash = $1 and revoked_at is null and expires_at > now()'

const ofProject = `from work_items w ${assigned} where w.org_id = $1 and w.project_id = ${named('$2')} and w.kind = 'task' and w.deleted_at is null`
export const list = `select ${task}, ${blocked} ${ofProject} order by w.number desc limit 51`
export const cards = `select k.*, ${ready},
    (select sum(t.items)::integer from work_item_tallies t where t.org_id = $1 and t.project_id = ${named('$2')} and t.subject = 'task') as total
  from (select ${card} from work_items w ${assigned} ${held}
    where w.org_id = $1 and w.project_id = ${named('$2')} and w.kind = 'task' and w.deleted_at is null order by w.number desc limit 51) k`

const link = "'id', l.id, 'key', l.key, 'kind', l.kind, 'title', l.title, 'status', l.status"
const array = (rows: string, order: string, object = `json_build_object(${link})`) =>
  `(select coalesce(json_agg(${object} order by ${order}), '[]') from ${rows})`
const dependencies = (from: string, to: string) =>
  array(
    `(select l.* from work_item_dependencies d join work_items l on l.org_id = d.org_id and l.id = d.${to}
      where d.org_id = w.org_id and d.${from} = w.id and l.deleted_at is null order by l.number limit 50) l`,
    'l.number',
  )
const parents = `(with recursive up as (
    select o.id, o.key, o.kind, o.title, o.status, o.parent_id, 1 as depth from work_items o where o.org_id = w.org_id and o.id = w.parent_id
    union all select o.id, o.key, o.kind, o.title, o.status, o.parent_id, up.depth + 1 from up join work_items o on o.org_id = w.org_id and o.id = up.parent_id
  ) select coalesce(json_agg(json_build_object(${link}) order by l.depth), '[]') from up l)`
const below = `(with recursive down as (
    select c.id, c.kind, c.status from work_items c where c.org_id = w.org_id and c.parent_id = w.id and c.deleted_at is null
    union all select c.id, c.kind, c.status from down join work_items c on c.org_id = w.org_id and c.parent_id = down.id and c.deleted_at is null
  ) select json_build_object('stories', ${countOf('story')}, 'tasks', ${countOf('task')}) from down)`
function countOf(kind: string): string {
  const count = (which: string) => `(count(*) filter (where kind = '${kind}' and ${which}))::integer`
  return `json_build_object('items', ${count('true')}, 'closed', ${count("status in ('complete', 'cancelled')")},
    'complete', ${count("status = 'complete'")}, 'total', ${count("status <> 'cancelled'")})`
}
const person = (id: string) => `(select json_build_object('id', x.id, 'handle', x.handle, 'name', x.name) from users x where x.id = ${id})`
const agent = (id: string) =>
  `(select json_build_object('id', x.id, 'slug', x.slug, 'name', x.name) from agents x where x.org_id = w.org_id and x.id = ${id})`
const ends = (kind: string, id: string, where: string) =>
  `(select coalesce(json_agg(json_build_object('kind', l.${kind}, 'id', l.${id}, 'ref', s.ref, 'title', s.title,
      'status', (select i.status from work_items i where i.org_id = l.org_id and i.id = l.${id}), 'version', l.to_version)
      order by l.created_at desc, l.${id}), '[]')
    from links l join search_documents s on s.org_id = l.org_id and s.id = l.${id} where l.org_id = w.org_id and ${where})`
const related = array(
  `(select other_id as id, kind as relation from work_item_relations where org_id = w.org_id and item_id = w.id
    union all select item_id, case kind when 'duplicates' then 'duplicated_by' else kind end from work_item_relations
      where org_id = w.org_id and other_id = w.id) r join work_items l on l.org_id = w.org_id and l.id = r.id and l.deleted_at is null`,
  'r.relation, l.number',
  `json_build_object(${link}, 'relation', r.relation)`,
)
const comments = (count: string) => `json_build_object(
  'total', (select count(*)::integer from comments c where c.org_id = w.org_id and c.item_id = w.id and c.deleted_at is null),
  'items', (select coalesce(json_agg(json_build_object('id', c.id, 'item_id', c.item_id, 'reply_to', c.reply_to, 'body', c.body, 'author_id', c.author_id,
      'author_agent_id', c.author_agent_id, 'edited_at', c.edited_at, 'created_at', c.created_at, 'updated_at', c.updated_at, 'deleted_at', c.deleted_at,
      'version', c.version, 'source_author', c.source_author, 'source_url', c.source_url, 'resolved_at', c.resolved_at,
      'resolved_by', ${person('c.resolved_by')}, 'author', ${person('c.author_id')}, 'author_agent', ${agent('c.author_agent_id')},
      'question', null, 'deliveries', json_build_array()) order by c.id desc), '[]')
    from (select * from comments c where c.org_id = w.org_id and c.item_id = w.id and c.deleted_at is null order by c.id desc limit ${count}) c))`
const attachments = (count: string) =>
  `(select coalesce(json_agg(to_jsonb(f) - 'org_id' - 'file' order by f.id desc), '[]') from (select * from attachments f
    where f.org_id = w.org_id and f.item_id = w.id and f.deleted_at is null order by f.id desc limit ${count}) f)`
const history = (count: string) =>
  `(select coalesce(json_agg(json_build_object('seq', e.seq, 'at', e.at, 'type', e.type, 'project_id', e.project_id, 'subject_id', e.subject_id,
      'actor', e.actor, 'data', e.data, 'users', (select json_agg(json_build_object('id', x.id, 'handle', x.handle, 'name', x.name)) from users x where x.id = e.user_id),
      'agents', (select json_agg(json_build_object('id', x.id, 'name', x.name)) from agents x where x.org_id = e.org_id and x.id = e.agent_id)) order by e.seq desc), '[]')
    from (select * from events e where e.org_id = $1 and e.subject_id = w.id and e.type not in ('comment.delivered', 'comment.read', 'watcher.changed')
      order by e.seq desc limit ${count}) e)`
export const get = `select ${task}, ${blocked}, ${parents} as parents, ${below} as children, ${dependencies('item_id', 'blocked_by_id')} as blocked_by,
    ${dependencies('blocked_by_id', 'item_id')} as blocks, ${agent('w.assignee_agent_id')} as assignee_agent, ${person('w.created_by')} as author,
    ${agent('w.created_by_agent_id')} as author_agent,
    case when w.lease_until > now() then json_build_object('from', w.lease_from, 'until', w.lease_until, 'user', ${person('w.lease_user_id')},
      'agent', ${agent('w.lease_agent_id')}) end as lease,
    ${comments('$3')} as comments, ${attachments('$4')} as attachments, ${ends('to_kind', 'to_id', "l.from_kind = 'task' and l.from_id = w.id")} as links,
    ${ends('from_kind', 'from_id', "l.to_kind = 'task' and l.to_id = w.id")} as backlinks, ${related} as related, ${history('$5')} as history
  from work_items w ${assigned} where w.org_id = $1 and w.key = $2 and w.kind = 'task'`

/** The history entry that a write appends, under the log's next seq. */
const noted = (type: string, more = '') => `moved as (
    update log_heads set seq = seq + 1, unread = true where org_id = $1 returning seq
  ), noted as (
    insert into events (org_id, seq, at, type, actor, user_id, project_id, subject_id, data)
    select $1, moved.seq, now(), '${type}', $2::jsonb, ($2::jsonb ->> 'user_id')::uuid, w.project_id, w.id, jsonb_build_object('item', to_jsonb(w) - 'fence'${more})
    from w, moved
  )`
export const create = `with numbered as (
    update projects set last_number = last_number + 1 where org_id = $1 and slug = $3 and deleted_at is null returning id, last_number as number, key
  ), w as (
    insert into work_items (org_id, project_id, id, kind, number, key, rank, title, created_by, created_at, updated_at)
    select $1, n.id, $4, 'task', n.number, n.key || '-' || n.number, lpad(n.number::text, 10, '0'), $5, ($2::jsonb ->> 'user_id')::uuid, now(), now()
    from numbered n returning *
  ), ${noted('task.created')}
  select ${task}, false as blocked, array(select s.key from work_items s where s.org_id = $1 and s.project_id = w.project_id and s.title_key = w.title_key
    and s.kind = 'task' and ${open('s')} order by s.number limit 5) as same_title from w ${assigned}`

export const update = `with before as (
    select id, title, priority from work_items where org_id = $1 and key = $3 and kind = 'task' and deleted_at is null for no key update
  ), w as (
    update work_items w set title = coalesce($4, w.title), priority = coalesce($5, w.priority), updated_at = now(), version = w.version + 1
    from before where w.org_id = $1 and w.id = before.id returning w.*
  ), ${noted('task.updated', ", 'changed', to_json(array_remove(array[case when $4::text is not null then 'title' end, case when $5::text is not null then 'priority' end], null)), 'from', (select json_strip_nulls(json_build_object('title', case when $4::text is not null then title end, 'priority', case when $5::text is not null then priority end)) from before)")}
  select ${task}, ${blocked} from w ${assigned}`

export const claim = `with next as (
    select w.id from work_items w where w.org_id = $1 and w.project_id = ${named('$3')} and w.kind = 'task' and w.deleted_at is null
      and w.status in ('backlog', 'todo') and (w.lease_until is null or w.lease_until <= now())
      and (w.assignee_id is null or w.assignee_id = ($2::jsonb ->> 'user_id')::uuid) and w.assignee_agent_id is null
      and not exists (select from work_item_dependencies d join work_items b on b.org_id = d.org_id and b.id = d.blocked_by_id
        where d.org_id = w.org_id and d.item_id = w.id and ${open('b')})
    order by w.priority_order, w.rank limit 1 for update skip locked
  ), w as (
    update work_items w set lease_holder = $4, lease_until = now() + interval '30 minutes', lease_fence = w.lease_fence + 1,
      lease_user_id = ($2::jsonb ->> 'user_id')::uuid, fence = $5, status = 'in_progress', updated_at = now(), version = w.version + 1
    from next where w.org_id = $1 and w.id = next.id returning w.*
  ), ${noted('task.claimed')}
  select ${task}, false as blocked, w.fence, ${parents} as parents, ${dependencies('blocked_by_id', 'item_id')} as blocks,
    ${array(
      `(select h.key, h.title, coalesce(x.slug, '@' || y.handle) as holder, h.lease_until as until, h.parent_id is not distinct from w.parent_id as beside
        from work_items h left join agents x on x.org_id = h.org_id and x.id = h.lease_agent_id left join users y on y.id = h.lease_user_id
        where h.org_id = $1 and h.project_id = w.project_id and h.id <> w.id and h.lease_until > now() and h.deleted_at is null
        order by (h.parent_id is not distinct from w.parent_id) desc, h.lease_until desc limit 5) h`,
      'h.beside desc, h.until desc',
      "json_build_object('key', h.key, 'title', h.title, 'holder', h.holder, 'until', h.until)",
    )} as held_nearby,
    (select coalesce(json_agg(json_build_object('ref', d.ref, 'title', d.title)), '[]') from (select ref, title from decisions
      where org_id = $1 and (project_id = w.project_id or project_id is null) and status = 'accepted' and deleted_at is null order by decided_at desc limit 5) d) as decisions,
    (select coalesce(json_agg(json_build_object('id', m.id, 'content', left(m.content, 400), 'trust', m.trust, 'at', m.created_at)), '[]') from (
      select * from memories m where m.org_id = $1 and m.scope_id = w.project_id and m.deleted_at is null and m.superseded_by is null
        and m.tsv @@ websearch_to_tsquery('english', w.title) limit 4) m) as memories
  from w ${assigned}`

const column = "w.org_id = $1 and w.project_id = p.id and w.kind = 'task' and w.deleted_at is null and w.status = c.value"
export const board = `select c.value as column_value, n.count as column_count, k.*, ${ready}
  from projects p cross join unnest($3::text[]) with ordinality as c (value, place)
  cross join lateral (select count(*)::integer as count from (select from work_items w where ${column} limit 501) one) n
  left join lateral (select ${card} from work_items w ${assigned} ${held} where ${column} order by w.rank, w.number limit $4) k on true
  where p.org_id = $1 and p.slug = $2 and p.deleted_at is null order by c.place, k.rank, k.number`

const words = "websearch_to_tsquery('english', $3)"
export const search = `select d.id, d.ref, d.title, coalesce(w.updated_at, d.updated_at) as updated_at, d.kind, w.status,
    json_build_object('id', p.id, 'slug', p.slug, 'name', p.name) as project, left(d.body, 600) as passage, length(d.body) as length,
    ts_rank(d.tsv, ${words}) as score, count(*) over (partition by d.kind)::integer as of_kind, coalesce(x.slug, y.handle) as by
  from search_documents d join projects p on p.org_id = d.org_id and p.id = d.project_id
    left join work_items w on w.org_id = d.org_id and w.id = d.id
    left join agents x on x.org_id = w.org_id and x.id = w.created_by_agent_id left join users y on y.id = w.created_by
  where d.org_id = $1 and p.slug = $2 and p.deleted_at is null and d.tsv @@ ${words} order by score desc, d.updated_at desc limit $4`
