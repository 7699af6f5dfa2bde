import { sql, type Statement } from '../../../platform/postgres.ts'
import type { Kind } from '../records/records.contract.ts'

type Stored = Statement<{ stored: number }>

const base = 'id uuid, version integer, created_at timestamptz, updated_at timestamptz'
const rowsAs = (columns: string) => `jsonb_to_recordset(:rows::jsonb) as r (${base}${columns && `, ${columns}`})`

/** Existing rows are left as they are, so importing a file again changes nothing. */
const insert = (table: string, columns: string, values: string, from: string): Stored =>
  sql(`with done as (insert into ${table} (org_id, ${columns}) select :org, ${values} from ${from} on conflict do nothing returning 1)
    select count(*)::integer as stored from done`).as<{ stored: number }>()
const change = (statement: string): Stored =>
  sql(`with done as (${statement} returning 1) select count(*)::integer as stored from done`).as<{ stored: number }>()

const project = '(select p.id from projects p where p.org_id = :org and p.id = r.project)'
const inProject = 'exists (select from projects p where p.org_id = :org and p.id = r.project)'
const onItem = 'exists (select from work_items w where w.org_id = :org and w.id = r.item)'
const member = (handle: string) =>
  `(select m.user_id from memberships m join users u on u.id = m.user_id where m.org_id = :org and u.handle = ${handle})`
const texts = (field: string) => `array(select jsonb_array_elements_text(coalesce(r.${field}, '[]')))`
const ids = (field: string) => `array(select value::uuid from jsonb_array_elements_text(coalesce(r.${field}, '[]')))`
const stamps = 'created_at, updated_at, version'
const stamped = 'r.created_at, r.updated_at, r.version'
/** New numbers continue after the largest one in the file. */
const numbersOf = (kind: 'spec' | 'decision'): Stored =>
  sql(`with done as (insert into record_numbers as n (org_id, scope_id, kind, last_number)
      select :org, coalesce(r.project, :org::uuid), '${kind}', max(r.number) from ${rowsAs('project uuid, number integer')} group by 2
      on conflict (org_id, scope_id, kind) do update set last_number = greatest(n.last_number, excluded.last_number) returning 1)
    select 0 as stored from done limit 1`).as<{ stored: number }>()

const tableOf = { task: 'work_items', note: 'notes', spec: 'specs', decision: 'decisions', feature: 'features' }
const linksFrom = (kind: keyof typeof tableOf): Stored =>
  change(`insert into links (org_id, from_kind, from_id, to_kind, to_id, to_version, created_at, names, explicit)
    select :org, '${kind}', r.id, l.kind, l.id, l.version, l.created_at, array(select jsonb_array_elements_text(coalesce(l.names, '[]'))), l.explicit
    from ${rowsAs('links jsonb')}
    cross join jsonb_to_recordset(coalesce(r.links, '[]')) as l (kind text, id uuid, version integer, created_at timestamptz, names jsonb, explicit boolean)
    where exists (select from ${tableOf[kind]} s where s.org_id = :org and s.id = r.id) and case l.kind ${Object.entries(tableOf)
      .map(([to, table]) => `when '${to}' then exists (select from ${table} t where t.org_id = :org and t.id = l.id)`)
      .join(' ')} else false end on conflict do nothing`)

/** By kind, the statements that store its records, without references to records that may come later. */
export const store: Record<Kind, readonly Stored[]> = {
  // Owner, token and permission to run are not taken from the file: the agent is the importer's and has no credential.
  agent: [
    insert(
      'agents',
      `id, slug, name, description, role, memory_scope, model, owner_id, ${stamps}`,
      `r.id, r.slug, r.name, r.description, r.role, r.memory_scope, r.model, :user, ${stamped}`,
      rowsAs('slug text, name text, description text, role text, memory_scope text, model text'),
    ),
  ],
  project: [
    insert(
      'projects',
      `id, slug, key, name, description, settings, visibility, archived_at, last_number, created_by, ${stamps}`,
      `r.id, r.slug, r.key, r.name, r.description, coalesce(r.settings, '{}'), r.visibility, r.archived_at, greatest(coalesce(r.last_number, 0), 0), :user, ${stamped}`,
      rowsAs(
        'slug text, key text, name text, description text, settings jsonb, visibility text, archived_at timestamptz, last_number integer',
      ),
    ),
    sql(`with done as (insert into project_members (org_id, project_id, user_id, created_at)
        select distinct :org::uuid, r.id, m.user_id, :now::timestamptz from ${rowsAs('members jsonb')}
        join projects p on p.org_id = :org and p.id = r.id
        join memberships m on m.org_id = :org join users u on u.id = m.user_id
        where coalesce(r.members, '[]') ? u.handle on conflict do nothing returning 1)
      select 0 as stored from done limit 1`).as<{ stored: number }>(),
    sql(`with done as (insert into project_labels (org_id, project_id, name, color, description, created_at, updated_at)
        select :org::uuid, r.id, l.name, l.color, left(coalesce(l.description, ''), 500), :now::timestamptz, :now::timestamptz
        from ${rowsAs('labels jsonb')} join projects p on p.org_id = :org and p.id = r.id
        cross join jsonb_to_recordset(coalesce(r.labels, '[]')) as l (name text, color text, description text) on conflict do nothing returning 1)
      select 0 as stored from done limit 1`).as<{ stored: number }>(),
  ],
  workflow: [
    insert(
      'workflows',
      `id, slug, name, description, gates, created_by, ${stamps}`,
      `r.id, r.slug, r.name, r.description, r.gates, :user, ${stamped}`,
      rowsAs('slug text, name text, description text, gates jsonb'),
    ),
  ],
  milestone: [
    insert(
      'milestones',
      `id, project_id, name, description, target_on, created_by, ${stamps}`,
      `r.id, r.project, r.name, coalesce(r.description, ''), r.target_on, :user, ${stamped}`,
      `${rowsAs('project uuid, name text, description text, target_on date')} where ${inProject}`,
    ),
  ],
  item: [
    insert(
      'work_items',
      `id, project_id, kind, number, key, former_keys, milestone_id, title, description, status, priority, labels, estimate, start_on, due_on, rank, completion_notes, completed_at,
        assignee_id, assignee_agent_id, created_by, ${stamps}`,
      `r.id, r.project, r.type, r.number, r.key, ${texts('former_keys')},
        (select m.id from milestones m where m.org_id = :org and m.project_id = r.project and m.id = r.milestone), r.title, r.description, r.status, r.priority, ${texts('labels')}, r.estimate, r.start_on, r.due_on, r.rank, r.completion_notes,
        r.completed_at, ${member('r.assignee')}, (select a.id from agents a where a.org_id = :org and a.slug = r.assignee_agent and a.deleted_at is null), :user, ${stamped}`,
      `${rowsAs(`project uuid, type text, number integer, key text, former_keys jsonb, milestone uuid, title text, description text, status text, priority text, labels jsonb,
        estimate real, start_on date, due_on date,
        rank text, completion_notes text, completed_at timestamptz, assignee text, assignee_agent text`)} where ${inProject}`,
    ),
    insert(
      'work_item_sources',
      'project_id, external_id, item_id',
      'r.project, r.source, r.id',
      `${rowsAs('project uuid, source text')} where r.source is not null and exists (select from work_items w where w.org_id = :org and w.id = r.id)`,
    ),
  ],
  // The original author is kept in source_author; author_id is the importer, who vouches for it.
  comment: [
    insert(
      'comments',
      `id, item_id, body, author_id, source_author, source_url, edited_at, choices, answer_by, answer, answered_at, answered_by, ${stamps}`,
      `r.id, r.item, r.body, :user, case when r.author = (select u.handle from users u where u.id = :user) then null else left(r.author, 100) end, left(r.source_url, 500),
        r.edited_at, case when jsonb_typeof(r.choices) = 'array' then ${texts('choices')} end, r.answer_by, r.answer, r.answered_at,
        case when r.answered_at is not null then :user::uuid end, ${stamped}`,
      `${rowsAs(`item uuid, body text, author text, source_url text, edited_at timestamptz, choices jsonb, answer_by timestamptz, answer text,
        answered_at timestamptz`)} where ${onItem}`,
    ),
  ],
  attachment: [
    sql(`with done as (insert into attachments (org_id, id, item_id, file, name, content_type, size, created_by, ${stamps})
        select :org, r.id, r.item, r.file, r.name, r.content_type, r.size, :user, ${stamped}
        from ${rowsAs('item uuid, file text, name text, content_type text, size integer')} where ${onItem} on conflict do nothing returning size),
      total as (insert into attachment_totals as t (org_id, bytes) select :org, sum(size) from done having count(*) > 0
        on conflict (org_id) do update set bytes = t.bytes + excluded.bytes)
      select count(*)::integer as stored from done`).as<{ stored: number }>(),
  ],
  note: [
    insert(
      'notes',
      `id, project_id, owner_id, title, content, tags, pinned, created_by, ${stamps}`,
      `r.id, r.project, case when r.project is null then :user::uuid end, r.title, r.content, ${texts('tags')}, r.pinned, :user, ${stamped}`,
      `${rowsAs('project uuid, title text, content text, tags jsonb, pinned boolean')} where r.project is null or ${inProject}`,
    ),
  ],
  spec: [
    insert(
      'specs',
      `id, project_id, number, ref, title, status, tags, latest_version, created_by, ${stamps}`,
      `r.id, r.project, r.number, r.ref, r.title, r.status, ${texts('tags')}, r.latest_version, :user, ${stamped}`,
      `${rowsAs('project uuid, number integer, ref text, title text, status text, tags jsonb, latest_version integer')} where ${inProject}`,
    ),
    insert(
      'spec_versions',
      'spec_id, number, body, body_sha256, summary, created_by, created_at',
      "r.id, v.number, v.body, encode(sha256(convert_to(v.body, 'UTF8')), 'hex'), v.summary, :user, v.created_at",
      `${rowsAs('versions jsonb')} cross join jsonb_to_recordset(coalesce(r.versions, '[]')) as v (number integer, body text, summary text, created_at timestamptz)
        where exists (select from specs s where s.org_id = :org and s.id = r.id)`,
    ),
    numbersOf('spec'),
  ],
  // A superseded decision is stored as accepted, because the one that superseded it has to exist first.
  decision: [
    insert(
      'decisions',
      `id, project_id, number, ref, title, status, context, rationale, alternatives, outcome, paths, tags, decided_by, decided_by_agent, decided_at, created_by, ${stamps}`,
      `r.id, r.project, r.number, r.ref, r.title, case r.status when 'superseded' then 'accepted' else r.status end, r.context, r.rationale, coalesce(r.alternatives, '[]'),
        r.outcome, ${texts('paths')}, ${texts('tags')}, case when r.decided_at is not null then :user::uuid end,
        case when r.decided_at is not null then coalesce(r.decided_by_agent, false) end, r.decided_at, :user, ${stamped}`,
      `${rowsAs(`project uuid, number integer, ref text, title text, status text, context text, rationale text, alternatives jsonb, outcome text, paths jsonb, tags jsonb,
        decided_by_agent boolean, decided_at timestamptz`)} where r.project is null or ${inProject}`,
    ),
    insert(
      'decision_entries',
      'id, decision_id, body, created_by, created_at',
      'e.id, r.id, e.body, :user, e.created_at',
      `${rowsAs('entries jsonb')} cross join jsonb_to_recordset(coalesce(r.entries, '[]')) as e (id uuid, body text, created_at timestamptz)
        where exists (select from decisions s where s.org_id = :org and s.id = r.id)`,
    ),
    numbersOf('decision'),
  ],
  // Nobody here has checked it, so its trust is `external`, whatever the file says.
  memory: [
    insert(
      'memories',
      `id, scope, scope_id, project_id, owner_id, place, content, tags, sources, trust, valid_from, valid_until, pinned, created_by, ${stamps}`,
      `r.id, r.scope, r.scope_of, r.project, case when r.project is null then :user::uuid end, r.place, r.content, ${texts('tags')}, coalesce(r.sources, '[]'), 'external',
        r.valid_from, r.valid_until, r.pinned, :user, ${stamped}`,
      `${rowsAs(`scope text, scope_of uuid, project uuid, place integer, content text, tags jsonb, sources jsonb, valid_from timestamptz, valid_until timestamptz,
        pinned boolean`)} where r.project is null or ${inProject}`,
    ),
  ],
  // Publishing takes a person, so public becomes team. A skill of a team that isn't here becomes the importer's personal one.
  skill: [
    insert(
      'skills',
      `id, slug, name, description, tags, visibility, team_id, owner_id, revision, ${stamps}`,
      `r.id, r.slug, r.name, r.description, ${texts('tags')}, case when r.visibility = 'public' then 'team' when r.team is not null and t.id is null then 'personal'
        else r.visibility end, case when r.visibility = 'team' then t.id end, :user, r.revision, ${stamped}`,
      `${rowsAs('slug text, name text, description text, tags jsonb, visibility text, team text, revision integer')}
        left join handles h on h.kind = 'team' and h.handle = r.team left join teams t on t.org_id = :org and t.id = h.id and t.deleted_at is null`,
    ),
    insert(
      'skill_versions',
      'skill_id, number, description, body, author_id, created_at',
      'r.id, v.number, v.description, v.body, :user, v.created_at',
      `${rowsAs('versions jsonb')} cross join jsonb_to_recordset(coalesce(r.versions, '[]')) as v (number integer, description text, body text, created_at timestamptz)
        where exists (select from skills s where s.org_id = :org and s.id = r.id)`,
    ),
  ],
  // A file proves nothing: a feature restarts at its first gate, and its recorded evidence is history that counts for no gate.
  feature: [
    insert(
      'features',
      `id, project_id, number, ref, title, description, status, workflow, gates, gate, gate_kind, spec_id, spec_version, milestone_id, owner_id, summary, recommendation, risks,
        cancelled_at, created_by, ${stamps}`,
      `r.id, r.project, r.number, r.ref, r.title, r.description, case r.status when 'cancelled' then 'cancelled' else 'active' end, r.workflow, r.gates,
        r.gates -> 0 ->> 'key', r.gates -> 0 ->> 'kind', s.id, case when s.id is not null then r.spec_version end,
        (select m.id from milestones m where m.org_id = :org and m.project_id = r.project and m.id = r.milestone), :user, r.summary, r.recommendation, r.risks,
        case r.status when 'cancelled' then coalesce(r.cancelled_at, r.updated_at) end, :user, ${stamped}`,
      `${rowsAs(`project uuid, number integer, ref text, title text, description text, status text, workflow text, gates jsonb, spec uuid, spec_version integer, milestone uuid, summary text,
        recommendation text, risks text, cancelled_at timestamptz`)} left join specs s on s.org_id = :org and s.id = r.spec where ${inProject}`,
    ),
    insert(
      'feature_authors',
      'feature_id, user_id, why, created_at',
      "r.id, :user, 'created', r.created_at",
      `${rowsAs('')} where exists (select from features f where f.org_id = :org and f.id = r.id)`,
    ),
    insert(
      'feature_evidence',
      'id, feature_id, check_name, outcome, rank, note, exit_code, log, url, before_code, commit, user_id, credential, created_at, voided_at, void_reason',
      `e.id, r.id, e."check", e.outcome, 'claimed', e.note, e.exit_code, e.log, e.url, e.before_code, e.commit, :user, 'import', e.created_at, :now, 'sent_back'`,
      `${rowsAs('evidence jsonb')} cross join jsonb_to_recordset(coalesce(r.evidence, '[]')) as e (id uuid, "check" text, outcome text, note text, exit_code integer, log text,
        url text, before_code boolean, commit text, created_at timestamptz) where exists (select from features f where f.org_id = :org and f.id = r.id)`,
    ),
  ],
  view: [
    insert(
      'saved_views',
      `id, owner_id, name, shared, layout, group_by, sort, filters, project_ids, ${stamps}`,
      `r.id, :user, r.name, r.shared, r.layout, r.group_by, r.sort, coalesce(r.filters, '{}'), ${ids('projects')}, ${stamped}`,
      rowsAs('name text, shared boolean, layout text, group_by text, sort text, filters jsonb, projects jsonb'),
    ),
  ],
}

/** By kind, the statements that connect its records once all of them exist. */
export const relate: Record<Kind, readonly Stored[]> = {
  agent: [
    change(`update agents x set project_id = ${project}, skill_ids = array(select s.id from skills s where s.org_id = :org and s.id = any(${ids('skills')}) order by s.id)
      from ${rowsAs('project uuid, skills jsonb')} where x.org_id = :org and x.id = r.id`),
  ],
  project: [],
  workflow: [],
  milestone: [],
  item: [
    change(`update work_items x set parent_id = t.id from ${rowsAs('parent uuid')} join work_items t on t.org_id = :org and t.id = r.parent
      where x.org_id = :org and x.id = r.id`),
    change(`insert into work_item_dependencies (org_id, item_id, blocked_by_id, created_at)
      select :org, r.id, t.id, :now from ${rowsAs('blocked_by jsonb')} join work_items t on t.org_id = :org and t.id = any(${ids('blocked_by')})
      where t.id <> r.id and exists (select from work_items x where x.org_id = :org and x.id = r.id) on conflict do nothing`),
    change(`insert into work_item_relations (org_id, item_id, other_id, kind, created_by, created_at)
      select :org, r.id, t.id, n.kind, :user, n.created_at from ${rowsAs('relations jsonb')}
      cross join jsonb_to_recordset(coalesce(r.relations, '[]')) as n (kind text, other uuid, created_at timestamptz)
      join work_items t on t.org_id = :org and t.id = n.other
      where t.id <> r.id and exists (select from work_items x where x.org_id = :org and x.id = r.id) on conflict do nothing`),
    linksFrom('task'),
  ],
  comment: [
    change(`update comments x set reply_to = t.id from ${rowsAs('reply_to uuid')} join comments t on t.org_id = :org and t.id = r.reply_to
      where x.org_id = :org and x.id = r.id`),
  ],
  attachment: [],
  note: [linksFrom('note')],
  spec: [linksFrom('spec')],
  decision: [
    change(`update decisions x set status = 'superseded', superseded_by = t.id from ${rowsAs('superseded_by uuid, status text')}
      join decisions t on t.org_id = :org and t.id = r.superseded_by where x.org_id = :org and x.id = r.id and r.status = 'superseded' and t.id <> x.id`),
    linksFrom('decision'),
  ],
  memory: [
    change(`update memories x set superseded_by = t.id, superseded_at = r.superseded_at from ${rowsAs('superseded_by uuid, superseded_at timestamptz')}
      join memories t on t.org_id = :org and t.id = r.superseded_by where x.org_id = :org and x.id = r.id and t.id <> x.id`),
  ],
  skill: [],
  feature: [linksFrom('feature')],
  view: [],
}
