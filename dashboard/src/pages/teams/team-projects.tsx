import { Link } from '@tanstack/react-router'
import { FolderKanban } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useList, useRead } from '../../data/reads.ts'
import { act } from '../../data/writes/act.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { plain } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { More } from '../../ui/more.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import type { Team } from './team-members.tsx'

const then = ['listTeamProjects', 'listTeamFeatures'] as const

/** The team's projects, and what gives it access to each. */
export function TeamProjects({ team }: { team: Team }) {
  const organization = useOrganization()
  const { writes } = usePermissions()
  const list = useList('listTeamProjects', { team: team.handle, limit: 50 })
  const { data: all } = useRead('listProjects', {}, { enabled: writes })
  const given = list.items.filter(({ by }) => by.some(({ workspace_id }) => workspace_id === null)).map(({ id }) => id)
  const others = (all?.items ?? []).filter(({ id }) => !given.includes(id))
  const give = (project: string, role: 'editor' | 'viewer') =>
    void act({
      organization,
      operation: 'grantTeamProject',
      input: { team: team.handle, project, role },
      label: 'Give project to team',
      done: role === 'viewer' ? 'The team can read it' : 'The team can edit it',
      then,
    })
  const take = (project: string, name: string) =>
    void act({
      organization,
      operation: 'revokeTeamProject',
      input: { team: team.handle, project },
      label: 'Remove project from team',
      done: `${name} removed from the team`,
      then,
    })
  const add = writes && others.length > 0 && (
    <Picker
      label="Add project"
      chosen={[]}
      choices={others.map(({ slug, name }) => ({ value: slug, title: name, words: slug }))}
      onPick={(project) => give(project, 'editor')}
      trigger={<Button>Add project</Button>}
    />
  )
  return (
    <Loaded read={list}>
      {() =>
        list.items.length === 0 ? (
          <EmptyState icon={FolderKanban} title="No projects yet" action={add}>
            Add a project, or add the team to a workspace.
          </EmptyState>
        ) : (
          <div className="flex flex-col gap-12">
            <div className="flex justify-end">{add}</div>
            <Rows aria-label="Team projects">
              {list.items.map(({ id, slug, name, description, role, by }) => (
                <Row key={id} className="flex-wrap">
                  <FolderKanban className="size-16 shrink-0 text-muted" aria-hidden />
                  <div className="min-w-0 flex-1">
                    <Link to={`/${organization}/p/${slug}/board`} className="touch font-medium hover:underline">
                      {name}
                    </Link>
                    {description && <p className="truncate text-helper text-muted">{plain(description)}</p>}
                  </div>
                  {by.map(({ workspace_id, workspace }) => (
                    <Chip key={workspace_id ?? 'grant'}>{workspace ?? 'direct access'}</Chip>
                  ))}
                  <Chip>{role}</Chip>
                  {writes && given.includes(id) && (
                    <Menu
                      trigger={<Button aria-label={`Change ${name}`}>Change</Button>}
                      items={[
                        { title: 'Allow editing', run: () => give(slug, 'editor') },
                        { title: 'Make read-only', run: () => give(slug, 'viewer') },
                        null,
                        { title: 'Remove from team', danger: true, run: () => take(slug, name) },
                      ]}
                    />
                  )}
                </Row>
              ))}
            </Rows>
            <More list={list} />
          </div>
        )
      }
    </Loaded>
  )
}
