import { newId } from '../../src/platform/ids.ts'
import type { Scene } from './scene.ts'

/** What runs need: an agent of this person, and a workspace with a machine that has a checkout and starts agents for them. */
export function runValues(scene: () => Scene): Record<string, () => Promise<unknown>> {
  const fresh = async (kind: string) => (await scene().fresh(kind))[0] as string
  const values: Record<string, () => Promise<unknown>> = {
    /** A workspace in which an agent of theirs is started. */
    dispatching_workspace: async () => {
      const { world, person } = scene()
      const [workspace, agent] = [await fresh('workspace'), await fresh('agent')]
      await world.run('setAgentDispatch', person, { agent, workspace, client: 'claude' })
      return workspace
    },
    /** A run that has produced output. */
    spoken_run: async () => {
      const { world, person, organization, hidden } = scene()
      const [task, agent] = [await values['run_task']?.(), await fresh('agent')]
      const { id } = await world.run('startRun', person, { task, agent, client: 'claude' })
      await world.look(
        `insert into run_output (org_id, run_id, fence, piece, at, kind, text) values ($1, $2, 1, 1, now(), 'message', $3)`,
        [organization.id, id, `Said of ${hidden}`],
      )
      return id
    },
    run_agent: () => fresh('agent'),
    run_workspace: () => fresh('workspace'),
    run_task: async () => {
      const { world, person, organization, canary } = scene()
      const [workspace, project, tunnel] = [await fresh('workspace'), await scene().name('project'), await scene().name('tunnel')]
      const { id } = await world.run('updateWorkspace', person, { workspace, projects: [project] })
      const offer = { people: [person.user.id], clients: [{ name: 'claude', protocol: 'command' }], at_once: 3, quiet: false }
      await world.look(
        `update tunnels set public_key = coalesce(public_key, '\\x01'), fingerprint = coalesce(fingerprint, 'finger'),
           paired_at = coalesce(paired_at, now()), run_offer = $2 where id = $1`,
        [tunnel, JSON.stringify(offer)],
      )
      await world.look(
        `insert into workspace_checkouts (org_id, id, workspace_id, tunnel_id, local_id, path, added_by, created_at, updated_at, repository)
         select $1, $2::uuid, $3, $4, ($2::uuid)::text, $5, $6, now(), now(), (select r.name from repository_projects rp
           join repositories r on r.org_id = rp.org_id and r.id = rp.repository_id join workspace_projects wp on wp.org_id = rp.org_id
             and wp.project_id = rp.project_id where wp.org_id = $1 and wp.workspace_id = $3 limit 1)`,
        [organization.id, newId(), id, tunnel, `/work/${canary}open`, person.user.id],
      )
      return (await world.run('createTask', person, { project, title: `Task of ${scene().hidden}` })).key
    },
  }
  return values
}
