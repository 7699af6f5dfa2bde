import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useOrganization } from '../../../data/organization.ts'
import { useRead } from '../../../data/reads.ts'
import { act } from '../../../data/writes/act.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { Row, Rows } from '../../../ui/row.tsx'
import type { Workspace } from './workspace-form.tsx'

type Role = Workspace['teams'][number]['role']
const roles: Record<Role, string> = {
  owner: 'Can edit projects and manage the workspace',
  editor: 'Can edit projects',
  viewer: 'Can read projects',
}
const then = ['getWorkspace', 'listWorkspaces'] as const

/** Teams of the workspace, and what each may do. */
export function WorkspaceTeams({ workspace, owns }: { workspace: Workspace; owns: boolean }) {
  const organization = useOrganization()
  const { data } = useRead('listTeams', { mine: false, limit: 100 }, { enabled: owns })
  const inside = workspace.teams.map(({ team_id }) => team_id)
  const others = (data?.items ?? []).filter(({ id }) => !inside.includes(id))
  const give = (team: string, role: Role) =>
    void act({
      organization,
      operation: 'addWorkspaceTeam',
      input: { workspace: workspace.id, team, role },
      label: 'Change team role',
      done: `Now ${role === 'viewer' ? 'a' : 'an'} ${role}`,
      then,
    })
  const remove = (team: string, name: string) =>
    void act({
      organization,
      operation: 'removeWorkspaceTeam',
      input: { workspace: workspace.id, team },
      label: 'Remove team',
      done: `${name} no longer has access`,
      then,
    })
  return (
    <section aria-label="Teams" className="flex flex-col gap-8">
      <div className="flex items-center justify-between gap-8">
        <h2 className="font-medium">Teams</h2>
        {owns && (
          <Picker
            label="Add team"
            chosen={[]}
            choices={others.map(({ handle, name }) => ({ value: handle, title: name, words: handle }))}
            onPick={(team) => give(team, 'editor')}
            trigger={<Button>Add team</Button>}
          />
        )}
      </div>
      {workspace.teams.length === 0 ? (
        <p className="text-muted">No teams yet. Team members get access to this workspace’s projects.</p>
      ) : (
        <Rows aria-label="Workspace teams">
          {workspace.teams.map(({ team_id, handle, name, role }) => (
            <Row key={team_id}>
              <Users className="size-16 shrink-0 text-muted" aria-hidden />
              <div className="min-w-0 flex-1">
                <Link to={`/${organization}/teams/${handle}`} className="touch font-medium hover:underline">
                  {name}
                </Link>
                <p className="truncate text-helper text-muted">{roles[role]}</p>
              </div>
              <Chip>{role}</Chip>
              {owns && (
                <Menu
                  trigger={<Button aria-label={`Change ${name}`}>Change</Button>}
                  items={[
                    ...(['owner', 'editor', 'viewer'] as const)
                      .filter((other) => other !== role)
                      .map((other) => ({ title: `Make ${other}`, run: () => give(handle, other) })),
                    null,
                    { title: 'Remove', danger: true, run: () => remove(handle, name) },
                  ]}
                />
              )}
            </Row>
          ))}
        </Rows>
      )}
    </section>
  )
}
