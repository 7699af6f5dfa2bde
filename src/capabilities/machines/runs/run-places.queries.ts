import { sql } from '../../../platform/postgres.ts'
import type { RunOffer } from '../../../platform/tunnel-protocol.ts'

export interface PlaceRow {
  machine: { id: string; name: string; online: boolean }
  owner_id: string
  offer: RunOffer | null
  workspace: { id: string; slug: string; name: string }
  path: string
  branch: string | null
  /** How many runs the machine has in progress. */
  held: number
}

/** A checkout fits if it is of one of the project's repositories; for a project without any, if it names no repository. */
const repositories = `select lower(o.name) from repository_projects rp join repositories o on o.org_id = rp.org_id and o.id = rp.repository_id
  where rp.org_id = c.org_id and rp.project_id = wp.project_id`
export const placesOf = sql(`select jsonb_build_object('id', t.id, 'name', t.name,
      'online', t.node_id is not null and t.last_seen_at > :alive::timestamptz) as machine, t.user_id as owner_id, t.run_offer as offer,
    jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name) as workspace, c.path, c.branch,
    (select count(*)::integer from runs h where h.org_id = t.org_id and h.tunnel_id = t.id and h.state in ('starting', 'running')) as held
  from workspace_projects wp join workspaces s on s.org_id = wp.org_id and s.id = wp.workspace_id and s.deleted_at is null
    join workspace_checkouts c on c.org_id = wp.org_id and c.workspace_id = wp.workspace_id
    join tunnels t on t.org_id = c.org_id and t.id = c.tunnel_id and t.deleted_at is null and t.public_key is not null
  where wp.org_id = :org and wp.project_id = :project and (:workspace::uuid is null or s.id = :workspace) and (:machine::uuid is null or t.id = :machine)
    and case when c.repository is null then not exists (${repositories}) else lower(c.repository) in (${repositories}) end
  order by t.name, c.path, c.id limit 100`).as<PlaceRow>()
