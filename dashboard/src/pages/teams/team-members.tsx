import type { Output } from '@baton/client'
import { act } from '../../data/writes/act.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useOrganization } from '../../data/organization.ts'
import { useList } from '../../data/reads.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'

export type Team = Output<'getTeam'>
export const afterMembers = ['listTeamMembers', 'getTeam', 'listTeams', 'getCurrentTeam'] as const
const then = afterMembers

/** Whether the caller may change the team and its members. */
export function useLeads(team: Team): boolean {
  const may = usePermissions()
  return may.manages || (may.writes && team.role === 'lead')
}

export function TeamMembers({ team }: { team: Team }) {
  const organization = useOrganization()
  const members = useList('listTeamMembers', { team: team.handle, limit: 100 })
  const leads = useLeads(team)
  return (
    <Loaded read={members}>
      {() => (
        <Rows aria-label="Team members">
          {members.items.map((one) => (
            <Row key={one.user_id} className="flex-wrap">
              <Avatar name={one.name} kind="person" size="large" decorative />
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{one.name}</p>
                <p className="font-mono text-label text-muted">@{one.handle}</p>
              </div>
              <Chip>{one.role}</Chip>
              {leads && (
                <Menu
                  trigger={<Button aria-label={`Change ${one.name}`}>Change</Button>}
                  items={[
                    {
                      title: one.role === 'lead' ? 'Make member' : 'Make lead',
                      run: () =>
                        void act({
                          organization,
                          operation: 'updateTeamMember',
                          input: { team: team.handle, user: one.handle, role: one.role === 'lead' ? 'member' : 'lead' },
                          label: 'Change role',
                          done: 'Role changed',
                          then,
                        }),
                    },
                    {
                      title: 'Remove from team',
                      danger: true,
                      run: () =>
                        void act({
                          organization,
                          operation: 'removeTeamMember',
                          input: { team: team.handle, user: one.handle },
                          label: 'Remove from team',
                          done: `${one.name} removed from the team`,
                          undo: () => ({
                            organization,
                            operation: 'addTeamMember',
                            input: { team: team.handle, user: one.handle, role: one.role },
                            label: 'Undo',
                          }),
                          then,
                        }),
                    },
                  ]}
                />
              )}
            </Row>
          ))}
        </Rows>
      )}
    </Loaded>
  )
}
