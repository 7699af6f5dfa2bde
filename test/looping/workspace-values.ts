import type { Scene } from './scene.ts'

/** Resources with several entries below them, so that the list of those has a second page. */
export function workspaceValues(scene: () => Scene): Record<string, () => Promise<unknown>> {
  const fresh = async (kind: string) => (await scene().fresh(kind))[0] as string
  return {
    workspace_with_projects: async () => {
      const { world, person } = scene()
      const workspace = await fresh('workspace')
      const projects = [await fresh('project'), await fresh('project')]
      await world.run('updateWorkspace', person, { workspace, projects })
      return workspace
    },
    /** The caller has just chosen a team with two members. */
    limit_in_a_team_of_two: async () => {
      const { world, person } = scene()
      const [team, user] = [await fresh('team'), await scene().name('member')]
      await world.run('addTeamMember', person, { team, user })
      await world.run('chooseTeam', person, { team })
      return 1
    },
    team_with_projects: async () => {
      const { world, person } = scene()
      const team = await fresh('team')
      for (const project of [await fresh('project'), await fresh('project')]) await world.run('grantTeamProject', person, { team, project })
      return team
    },
    team_with_features: async () => {
      const { world, person } = scene()
      const [team, project] = [await fresh('team'), await scene().name('project')]
      for (const _ of [1, 2]) await fresh('feature')
      await world.run('grantTeamProject', person, { team, project })
      return team
    },
    team_with_workspaces: async () => {
      const { world, person } = scene()
      const team = await fresh('team')
      for (const workspace of [await fresh('workspace'), await fresh('workspace')])
        await world.run('addWorkspaceTeam', person, { workspace, team })
      return team
    },
  }
}
