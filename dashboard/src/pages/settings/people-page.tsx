import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { clientFor } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { useList } from '../../data/reads.ts'
import { currentUser } from '../../data/session.ts'
import { usePermissions } from '../../data/permissions.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Select } from '../../ui/field.tsx'
import { plural } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Page } from '../../ui/page.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { InvitePeople } from './invite-people.tsx'
import { Invites } from './invites.tsx'
import { invitedRoles, type InvitedRole } from './roles.ts'
import { Teams } from './teams.tsx'
import { useCall } from './use-call.ts'

const show = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' })

export function PeoplePage() {
  const organization = useOrganization()
  const read = useList('listMembers', { limit: 100 })
  const { manages } = usePermissions()
  const call = useCall()
  const [inviting, setInviting] = useState(false)
  const then = ['listMembers'] as const
  // The person who was searched for in the command palette.
  const { person } = useSearch({ strict: false }) as { person?: string }
  return (
    <Page
      title="People"
      about={read.data && plural(read.items.length, 'member')}
      actions={
        manages && (
          <Button look="primary" onClick={() => setInviting(true)}>
            Invite people
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-24">
        <Loaded read={read}>
          {() => (
            <Rows aria-label="Members">
              {read.items.map((one) => (
                <Row
                  key={one.user_id}
                  className={classes('flex-wrap', one.handle === person && 'bg-hover')}
                  aria-current={one.handle === person || undefined}
                  ref={one.handle === person ? show : undefined}
                >
                  <Avatar name={one.name} kind="person" size="large" decorative />
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-medium">{one.name}</p>
                    <p className="truncate font-mono text-label text-muted">@{one.handle}</p>
                  </div>
                  {manages && one.user_id !== currentUser()?.id && one.role !== 'owner' ? (
                    <>
                      <span className="inline-block">
                        <Select
                          aria-label={`Role of ${one.name}`}
                          value={one.role}
                          onChange={(e) =>
                            void call(
                              () => clientFor(organization).updateMember({ user: one.handle, role: e.target.value as InvitedRole }),
                              {
                                done: `${one.name} is now ${e.target.value}`,
                                then,
                              },
                            )
                          }
                        >
                          {invitedRoles.map((name) => (
                            <option key={name}>{name}</option>
                          ))}
                        </Select>
                      </span>
                      <Button
                        aria-label={`Remove ${one.name}`}
                        onClick={() =>
                          void call(() => clientFor(organization).removeMember({ user: one.handle }), {
                            done: `${one.name} is no longer a member`,
                            then,
                          })
                        }
                      >
                        Remove
                      </Button>
                    </>
                  ) : (
                    <Chip>{one.role}</Chip>
                  )}
                </Row>
              ))}
            </Rows>
          )}
        </Loaded>
        <More list={read} />
        {manages && <Invites />}
        <Teams />
      </div>
      <InvitePeople open={inviting} close={() => setInviting(false)} />
    </Page>
  )
}
