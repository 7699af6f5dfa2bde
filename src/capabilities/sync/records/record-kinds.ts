import { plannedEachTime, sql, type Statement } from '../../../platform/postgres.ts'
import { kinds, type Kind } from './records.contract.ts'

/** A record in the form devices and export files hold it. Fields with ids of other records are named after them. */
export interface RecordRow {
  id: string
  version: number
  record: Record<string, unknown>
  /** Where the bytes of an attachment are stored. */
  file: string | null
}

const sees = (p: string) => `${p}.deleted_at is null and app.sees_project(${p}.visibility, ${p}.id)`
const inProject = (x: string) => `exists (select from projects p where p.org_id = ${x}.org_id and p.id = ${x}.project_id and ${sees('p')})`
const ownOrInProject = (x: string) => `(${x}.owner_id = app.user() or ${inProject(x)})`
const pairs = (x: string, names: string) =>
  names
    .split(' ')
    .map((name) => `'${name}', ${x}.${name}`)
    .join(', ')
// Devices keep dangling links: they learn of each deletion, but not that others lost a link by it. Files have only links that resolve.
const live = (x: string) => `(:dangling::boolean or ${x}.deleted_at is null)`
const handle = (user: string) => `(select u.handle from users u where u.id = ${user})`
const agentSlug = (x: string, column: string) =>
  `(select a.slug from agents a where a.org_id = ${x}.org_id and a.id = ${x}.${column} and a.deleted_at is null)`
const list = (row: string, order: string, from: string) => `coalesce((select jsonb_agg(${row} order by ${order}) from ${from}), '[]')`

/** Only links to things that the reader can see as well. */
const target = {
  task: `exists (select from work_items t where t.org_id = l.org_id and t.id = l.to_id and ${live('t')} and ${inProject('t')})`,
  note: `exists (select from notes t where t.org_id = l.org_id and t.id = l.to_id and ${live('t')} and ${ownOrInProject('t')})`,
  spec: `exists (select from specs t where t.org_id = l.org_id and t.id = l.to_id and ${live('t')} and ${inProject('t')})`,
  decision: `exists (select from decisions t where t.org_id = l.org_id and t.id = l.to_id and ${live('t')} and (t.project_id is null or ${inProject('t')}))`,
  feature: `exists (select from features t where t.org_id = l.org_id and t.id = l.to_id and ${live('t')} and ${inProject('t')})`,
}
const links = (x: string, kind: keyof typeof target) =>
  `'links', ${list(
    "jsonb_build_object('kind', l.to_kind, 'id', l.to_id, 'version', l.to_version, 'names', l.names, 'explicit', l.explicit, 'created_at', l.created_at)",
    'l.to_kind, l.to_id',
    `links l where l.org_id = ${x}.org_id and l.from_kind = '${kind}' and l.from_id = ${x}.id and case l.to_kind ${Object.entries(target)
      .map(([to, exists]) => `when '${to}' then ${exists}`)
      .join(' ')} else false end`,
  )}`

interface Source {
  from: string
  where: string
  record: string
  file?: string
}

const sources: Record<Kind, Source> = {
  agent: {
    from: 'agents x',
    where: `x.deleted_at is null and (x.project_id is null or (x.owner_id = app.user() and app.only_project() is null) or ${inProject('x')})`,
    record: `${pairs('x', 'slug name description role memory_scope model')}, 'project', x.project_id, 'skills', to_jsonb(x.skill_ids)`,
  },
  project: {
    from: 'projects x',
    where: sees('x'),
    record: `${pairs('x', 'slug key name description settings visibility archived_at last_number')}, 'members', ${list(
      'u.handle',
      'u.handle',
      'project_members pm join users u on u.id = pm.user_id where pm.org_id = x.org_id and pm.project_id = x.id',
    )}, 'labels', ${list(
      "jsonb_build_object('name', pl.name, 'color', pl.color, 'description', pl.description)",
      'pl.name',
      'project_labels pl where pl.org_id = x.org_id and pl.project_id = x.id',
    )}`,
  },
  workflow: { from: 'workflows x', where: 'x.deleted_at is null', record: pairs('x', 'slug name description gates') },
  milestone: {
    from: 'milestones x',
    where: inProject('x'),
    record: `'project', x.project_id, ${pairs('x', 'name description target_on')}, 'author', ${handle('x.created_by')}`,
  },
  item: {
    from: 'work_items x',
    where: `x.deleted_at is null and ${inProject('x')}`,
    record: `'project', x.project_id, 'type', x.kind, 'parent', (select t.id from work_items t where t.org_id = x.org_id and t.id = x.parent_id and ${live('t')}),
      ${pairs('x', 'number key title description status priority labels estimate start_on due_on rank completion_notes completed_at')},
      'assignee', ${handle('x.assignee_id')}, 'assignee_agent', ${agentSlug('x', 'assignee_agent_id')}, 'author', ${handle('x.created_by')},
      'milestone', x.milestone_id, 'former_keys', to_jsonb(x.former_keys), 'relations', ${list(
        "jsonb_build_object('kind', r.kind, 'other', r.other_id, 'created_at', r.created_at)",
        'r.other_id',
        `work_item_relations r join work_items t on t.org_id = r.org_id and t.id = r.other_id and ${live('t')} and ${inProject('t')}
          where r.org_id = x.org_id and r.item_id = x.id`,
      )},
      'source', (select s.external_id from work_item_sources s where s.org_id = x.org_id and s.item_id = x.id), 'blocked_by', ${list(
        'd.blocked_by_id',
        'd.blocked_by_id',
        `work_item_dependencies d join work_items t on t.org_id = d.org_id and t.id = d.blocked_by_id and ${live('t')} and ${inProject('t')}
          where d.org_id = x.org_id and d.item_id = x.id`,
      )}, ${links('x', 'task')}`,
  },
  comment: {
    from: 'comments x join work_items w on w.org_id = x.org_id and w.id = x.item_id',
    where: `x.deleted_at is null and w.deleted_at is null and ${inProject('w')}`,
    record: `'item', x.item_id, 'reply_to', (select c.id from comments c where c.org_id = x.org_id and c.id = x.reply_to and ${live('c')}),
      ${pairs('x', 'body edited_at source_url choices answer_by answer answered_at')}, 'author', coalesce(x.source_author, ${handle('x.author_id')})`,
  },
  attachment: {
    from: 'attachments x join work_items w on w.org_id = x.org_id and w.id = x.item_id',
    where: `x.deleted_at is null and w.deleted_at is null and ${inProject('w')}`,
    record: `'item', x.item_id, ${pairs('x', 'name content_type size')}, 'author', ${handle('x.created_by')}`,
    file: 'x.file',
  },
  note: {
    from: 'notes x',
    where: `x.deleted_at is null and ${ownOrInProject('x')}`,
    record: `'project', x.project_id, ${pairs('x', 'title content tags pinned')}, 'author', ${handle('x.created_by')}, ${links('x', 'note')}`,
  },
  spec: {
    from: 'specs x',
    where: `x.deleted_at is null and ${inProject('x')}`,
    record: `'project', x.project_id, ${pairs('x', 'number ref title status tags latest_version')}, 'author', ${handle('x.created_by')}, 'versions', ${list(
      `jsonb_build_object('number', v.number, 'body', v.body, 'summary', v.summary, 'author', ${handle('v.created_by')}, 'created_at', v.created_at)`,
      'v.number',
      'spec_versions v where v.org_id = x.org_id and v.spec_id = x.id',
    )}, ${links('x', 'spec')}`,
  },
  decision: {
    from: 'decisions x',
    where: `x.deleted_at is null and (x.project_id is null or ${inProject('x')})`,
    record: `'project', x.project_id, ${pairs('x', 'number ref title status context rationale alternatives outcome paths tags decided_by_agent decided_at')},
      'superseded_by', (select t.id from decisions t where t.org_id = x.org_id and t.id = x.superseded_by and ${live('t')}), 'author', ${handle('x.created_by')}, 'entries', ${list(
        `jsonb_build_object('id', e.id, 'body', e.body, 'author', ${handle('e.created_by')}, 'created_at', e.created_at)`,
        'e.created_at, e.id',
        'decision_entries e where e.org_id = x.org_id and e.decision_id = x.id',
      )}, ${links('x', 'decision')}`,
  },
  memory: {
    from: 'memories x',
    where: `x.deleted_at is null and ${ownOrInProject('x')}`,
    record: `'scope_of', x.scope_id, 'project', x.project_id, ${pairs('x', 'scope place content tags sources trust valid_from valid_until pinned superseded_at')},
      'superseded_by', (select t.id from memories t where t.org_id = x.org_id and t.id = x.superseded_by and ${live('t')}), 'author', ${handle('x.created_by')}`,
  },
  skill: {
    from: 'skills x',
    where: 'x.deleted_at is null and app.sees_skill(x.visibility, x.owner_id, x.team_id)',
    record: `${pairs('x', 'slug name description tags visibility revision')}, 'author', ${handle('x.owner_id')},
      'team', (select h.handle from handles h where h.kind = 'team' and h.id = x.team_id), 'versions', ${list(
        `jsonb_build_object('number', v.number, 'description', v.description, 'body', v.body, 'author', ${handle('v.author_id')}, 'created_at', v.created_at)`,
        'v.number',
        'skill_versions v where v.org_id = x.org_id and v.skill_id = x.id',
      )}`,
  },
  feature: {
    from: 'features x',
    where: `x.deleted_at is null and ${inProject('x')}`,
    record: `'project', x.project_id, ${pairs('x', 'number ref title description status workflow gates position gate commit spec_version summary recommendation risks completed_at cancelled_at')},
      'spec', x.spec_id, 'milestone', x.milestone_id, 'owner', ${handle('x.owner_id')}, 'author', ${handle('x.created_by')}, 'evidence', ${list(
        `jsonb_build_object('id', e.id, 'check', e.check_name, 'outcome', e.outcome, 'rank', e.rank, 'note', e.note, 'exit_code', e.exit_code, 'log', e.log, 'url', e.url,
          'before_code', e.before_code, 'commit', e.commit, 'voided_at', e.voided_at, 'author', ${handle('e.user_id')}, 'created_at', e.created_at)`,
        'e.created_at, e.id',
        'feature_evidence e where e.org_id = x.org_id and e.feature_id = x.id',
      )}, 'verdicts', ${list(
        `jsonb_build_object('gate', v.gate, 'kind', v.kind, 'verdict', v.verdict, 'words', v.words, 'voided_at', v.voided_at, 'author', ${handle('v.user_id')}, 'created_at', v.created_at)`,
        'v.created_at, v.id',
        'feature_verdicts v where v.org_id = x.org_id and v.feature_id = x.id',
      )}, ${links('x', 'feature')}`,
  },
  view: {
    from: 'saved_views x',
    where: `x.deleted_at is null and (x.shared or x.owner_id = app.user())
      and not exists (select from unnest(x.project_ids) named (id) left join projects p on p.org_id = x.org_id and p.id = named.id
        where p.id is null or p.deleted_at is not null or not app.sees_project(p.visibility, p.id))`,
    record: `${pairs('x', 'name shared layout group_by sort filters')}, 'projects', to_jsonb(x.project_ids), 'author', ${handle('x.owner_id')}`,
  },
}

const select = ({ from, where, record, file = 'null' }: Source) => `select x.id, x.version,
    jsonb_build_object(${record}, 'created_at', x.created_at, 'updated_at', x.updated_at) as record, ${file} as file
  from ${from} where x.org_id = :org and :dangling::boolean is not null and ${where}`

type Statements = Record<Kind, Statement<RecordRow>>

const statements = (make: (source: Source) => Statement<RecordRow>): Statements =>
  Object.fromEntries(kinds.map((kind) => [kind, make(sources[kind])])) as Statements

/** One page of all records of a kind that the caller sees. */
export const pageOf = statements((source) =>
  plannedEachTime(`${select(source)} and x.id > :after order by x.id limit :limit`).as<RecordRow>(),
)
/** Those of the given records that exist and that the caller sees. */
export const named = statements((source) => sql(`${select(source)} and x.id = any(:ids::uuid[])`).as<RecordRow>())
