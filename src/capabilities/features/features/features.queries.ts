import { sql, update } from '../../../platform/postgres.ts'
import { idsAmong } from '../../keyed.ts'
import type { AuthorRow, FeatureRow, FoundFeature } from './feature-row.ts'

const featureColumns = `f.id, f.ref, f.project_id, f.number, f.title, f.description, f.status, f.workflow, f.gates, f.position, f.gate, f.gate_kind,
  f.commit, f.spec_id, f.spec_version, f.milestone_id, f.owner_id, f.summary, f.recommendation, f.risks, f.created_by, f.created_by_agent_id, f.created_at,
  f.updated_at, f.completed_at, f.cancelled_at, f.deleted_at, f.version`
const project = 'join projects p on p.org_id = f.org_id and p.id = f.project_id and p.deleted_at is null'
const seen = 'app.sees_project(p.visibility, p.id)'

const find = <Which extends string, Lock extends string = ''>(which: Which, lock = '' as Lock) =>
  sql(`select ${featureColumns}, p.slug as project_slug, p.archived_at as project_archived_at from features f ${project}
    where f.org_id = :org and ${which} and (:deleted or f.deleted_at is null) and ${seen} ${lock}`).as<FoundFeature>()
export const featureById = find('f.id = :name')
export const featureByRef = find('f.ref = :name')
export const lockedById = find('f.id = :name', 'for update of f')
export const lockedByRef = find('f.ref = :name', 'for update of f')

/** What a program without a user may access: features of the projects that its repository is connected to. */
const ofRepository = `select ${featureColumns}, p.slug as project_slug, p.archived_at as project_archived_at from features f ${project}
  join repository_projects rp on rp.org_id = f.org_id and rp.project_id = f.project_id and rp.repository_id = :repository
  where f.org_id = :org and f.deleted_at is null` as const
export const lockedOfRepository = sql(
  `${ofRepository} and (f.ref = :name or f.id = any(${idsAmong('array[:name]')})) for update of f`,
).as<FoundFeature>()
export const atCommits = sql(
  `${ofRepository} and f.status = 'active' and f.commit = any(:shas::text[]) order by f.id for update of f`,
).as<FoundFeature>()
/** Features at one commit, in any status but cancelled. */
export const shownAt = sql(`${ofRepository} and f.commit = :sha and f.status <> 'cancelled' order by f.id limit 20`).as<FoundFeature>()
export const leftBehind = sql(`${ofRepository} and f.status = 'active' and f.commit = any(:shas::text[])
    and not (exists (select from repositories r where r.org_id = f.org_id and r.id = :repository and r.default_branch = :branch)
      and exists (select from repository_branches b where b.org_id = f.org_id and b.repository_id = :repository and b.sha = f.commit and b.name <> :branch))
  order by f.id for update of f`).as<FoundFeature>()

/** Push events can arrive in any order: a feature that was moved by one and isn't at the head of its branch has missed another. */
export const strayed =
  sql(`select ${featureColumns}, p.slug as project_slug, p.archived_at as project_archived_at, b.sha as head, b.name as branch
  from features f ${project}
  join repository_projects rp on rp.org_id = f.org_id and rp.project_id = f.project_id and rp.repository_id = :repository
  join lateral (select c.branch from feature_commits c where c.org_id = f.org_id and c.feature_id = f.id order by c.created_at desc, c.id desc limit 1) c on true
  join repository_branches b on b.org_id = f.org_id and b.repository_id = :repository and b.name = c.branch and b.sha <> f.commit
  where f.org_id = :org and f.deleted_at is null and f.status = 'active' and f.commit is not null
  order by f.id for update of f`).as<FoundFeature & { head: string; branch: string }>()

/** Numbers are assigned one at a time: creating a feature locks its project until the feature is stored. Other writes in it don't wait. */
export const lockProject = sql('select key from projects where org_id = :org and id = :id for no key update').as<{ key: string }>()
/** The same by name, for callers that resolve the project at the same time. */
export const lockProjectNamed = sql(`select p.id, p.key from projects p where p.org_id = :org and p.deleted_at is null
  and app.sees_project(p.visibility, p.id) and (p.slug = :name or p.id = any(${idsAmong('array[:name]')})) for no key update of p`).as<{
  id: string
  key: string
}>()
export const insertFeature = sql(`insert into features as f (org_id, id, project_id, number, ref, title, description, workflow, gates,
    gate, gate_kind, spec_id, spec_version, milestone_id, owner_id, created_by, created_by_agent_id, created_at, updated_at)
  select :org, :id, :project, n.number, :project_key::text || '-F' || n.number, :title, :description, :workflow, :gates, :gate, :gate_kind, :spec_id, :spec_version, :milestone_id, :owner, :user, :agent, :now, :now
  from (select coalesce(max(number), 0) + 1 as number from features where org_id = :org and project_id = :project) n returning ${featureColumns}`).as<FeatureRow>()
const changeable = [
  'title',
  'description',
  'status',
  'position',
  'gate',
  'gate_kind',
  'commit',
  'spec_id',
  'spec_version',
  'milestone_id',
  'owner_id',
  'summary',
  'recommendation',
  'risks',
  'completed_at',
  'cancelled_at',
  'deleted_at',
  'updated_at',
] as const
export const updateFeature = sql(`${update('features', changeable)}, version = version + 1 where org_id = :org and id = :id`)

export const features = sql(`select ${featureColumns} from features f ${project}
  where f.org_id = :org and f.deleted_at is null and ${seen} and (:project::uuid is null or f.project_id = :project) and (:status::text is null or f.status = :status)
    and (:gate::text is null or f.gate = :gate) and (:milestone::uuid is null or f.milestone_id = :milestone) and f.id < :before order by f.id desc limit :limit`).as<FeatureRow>()
export const featuresOfProjects = sql(`select ${featureColumns} from features f ${project}
  where f.org_id = :org and f.deleted_at is null and ${seen} and f.project_id = any(:projects::uuid[])
    and (:status::text is null or f.status = :status) and f.id < :before order by f.id desc limit :limit`).as<FeatureRow>()
export const featuresById = sql(
  `select ${featureColumns} from features f where f.org_id = :org and f.id = any(:ids::uuid[])`,
).as<FeatureRow>()

export const insertCommit = sql(`insert into feature_commits (org_id, id, feature_id, sha, reported_by, agent_id, branch, created_at)
  values (:org, :id, :feature, :sha, :user, :agent, :branch, :now)`)
export const commits = sql(
  `select sha, reported_by, agent_id, created_at from feature_commits where org_id = :org and feature_id = :id
    order by created_at desc, id desc limit 20`,
).as<{ sha: string; reported_by: string | null; agent_id: string | null; created_at: string }>()

export const insertAuthors = sql(`insert into feature_authors (org_id, feature_id, user_id, why, created_at)
  select :org, :feature, u, :why, :now from unnest(:users::uuid[]) u on conflict do nothing`)
/** The caller, and the owner of the agent they act through. */
export const insertActing = sql(`insert into feature_authors (org_id, feature_id, user_id, why, created_at)
  select :org, :feature, u.id, :why, :now from (select :user::uuid as id
    union select a.owner_id from agents a where a.org_id = :org and a.id = :agent and a.deleted_at is null) u where u.id is not null
  on conflict do nothing`)
export const authors = sql(`select feature_id, user_id, why from feature_authors
  where org_id = :org and feature_id = any(:features::uuid[]) order by created_at, user_id`).as<AuthorRow>()

export const tasksOfFeatures = sql(`select f.id as feature_id, f.ref, f.title,
    coalesce((select array_agg(l.to_id order by l.created_at, l.to_id) from links l
      join work_items w on w.org_id = l.org_id and w.id = l.to_id and w.project_id = f.project_id and w.deleted_at is null
      where l.org_id = f.org_id and l.from_kind = 'feature' and l.from_id = f.id and l.to_kind = 'task'), '{}') as task_ids
  from features f where f.org_id = :org and f.project_id = :project and f.deleted_at is null order by f.number desc limit 500`).as<{
  feature_id: string
  ref: string
  title: string
  task_ids: string[]
}>()

/** What conditions of a gate check: the linked spec and the linked tasks still open. Those in projects the caller can't see count, unnamed. */
export const conditions = sql(
  `select f.id as feature_id, 'spec' as kind, s.ref, s.status from features f
    join specs s on s.org_id = f.org_id and s.id = f.spec_id and s.deleted_at is null
    where f.org_id = :org and f.id = any(:ids::uuid[])
  union all (select l.from_id, 'task', case when ${seen} then w.key else 'one you cannot see' end, w.status from links l
    join work_items w on w.org_id = l.org_id and w.id = l.to_id and w.deleted_at is null and w.status not in ('complete', 'cancelled')
    join projects p on p.org_id = w.org_id and p.id = w.project_id and p.deleted_at is null
    where l.org_id = :org and l.from_kind = 'feature' and l.from_id = any(:ids::uuid[]) and l.to_kind = 'task' order by w.key)`,
).as<{ feature_id: string; kind: 'spec' | 'task'; ref: string; status: string }>()

const linkable = <Which extends string>(which: Which) =>
  sql(`select f.id, f.ref, f.title, f.status from features f ${project}
  where f.org_id = :org and ${which} and f.deleted_at is null and ${seen}`).as<{ id: string; ref: string; title: string; status: string }>()
export const linkableByRefs = linkable(`(f.ref = any(:refs::text[]) or f.id = any(${idsAmong(':names')}))`)
export const linkableByIds = linkable('f.id = any(:ids::uuid[])')
