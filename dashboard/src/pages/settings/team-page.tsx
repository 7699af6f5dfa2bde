import type { Output } from '@baton/client'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { act } from '../../data/writes/act.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useOrganization } from '../../data/organization.ts'
import { useList, useRead } from '../../data/reads.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { plural } from '../../ui/format.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Page } from '../../ui/page.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'

export function TeamPage() {
  const { id = '' } = useParams({ strict: false })
  const read = useRead('getTeam', { team: id })
  return <Loaded read={read}>{(team) => <Team team={team} />}</Loaded>
}

const then = ['listTeamMembers', 'getTeam', 'listTeams'] as const

function Team({ team }: { team: Output<'getTeam'> }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const members = useList('listTeamMembers', { team: team.handle, limit: 100 })
  const { data: everyone } = useRead('listMembers', { limit: 100 })
  const may = usePermissions()
  const leads = may.manages || (may.writes && team.role === 'lead')
  const inTeam = members.items.map((one) => one.handle)
  const others = (everyone?.items ?? []).filter(({ handle }) => !inTeam.includes(handle))
  const add = (user: string) =>
    act({ organization, operation: 'addTeamMember', input: { team: team.handle, user }, label: 'Add to the team', done: 'Added', then })
  const remove = async () => {
    if (
      await act({
        organization,
        operation: 'deleteTeam',
        input: { team: team.handle },
        label: 'Delete the team',
        done: 'Team deleted',
        then: ['listTeams'],
      })
    )
      void navigate({ to: `/${organization}/team` })
  }
  return (
    <Page
      title={
        <>
          <Link to={`/${organization}/team`} className="text-muted hover:underline">
            People
          </Link>
          <span className="text-faint">/</span>
          {team.name}
        </>
      }
      about={plural(team.members, 'member')}
      views={
        <Button asChild look="quiet">
          <Link to={`/${organization}/teams/${team.handle}/insights`}>Insights</Link>
        </Button>
      }
      actions={
        leads && (
          <>
            <Picker
              label="Add a member"
              chosen={[]}
              choices={others.map(({ handle, name }) => ({
                value: handle,
                title: name,
                words: handle,
                icon: <Avatar name={name} kind="person" size="small" decorative />,
              }))}
              onPick={(user) => void add(user)}
              trigger={<Button look="primary">Add a member</Button>}
            />
            <Menu
              trigger={<Button aria-label="More actions">More</Button>}
              items={[{ title: 'Delete team', danger: true, run: () => void remove() }]}
            />
          </>
        )
      }
    >
      <div className="flex flex-col gap-16">
        {team.description && <Markdown text={team.description} />}
        <Loaded read={members}>
          {() => (
            <Rows aria-label="Members of the team">
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
                          title: one.role === 'lead' ? 'Make a member' : 'Make a lead',
                          run: () =>
                            void act({
                              organization,
                              operation: 'updateTeamMember',
                              input: { team: team.handle, user: one.handle, role: one.role === 'lead' ? 'member' : 'lead' },
                              label: 'Change the role',
                              done: 'Changed',
                              then,
                            }),
                        },
                        {
                          title: 'Take out of the team',
                          danger: true,
                          run: () =>
                            void act({
                              organization,
                              operation: 'removeTeamMember',
                              input: { team: team.handle, user: one.handle },
                              label: 'Take out of the team',
                              done: `${one.name} is out of the team`,
                              undo: () => ({
                                organization,
                                operation: 'addTeamMember',
                                input: { team: team.handle, user: one.handle, role: one.role },
                                label: 'Put back',
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
      </div>
    </Page>
  )
}
