import type { Output } from '@baton/client'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { act } from '../../data/writes/act.ts'
import { account, clientFor } from '../../data/client.ts'
import { enterOrganization, useOrganization } from '../../data/organization.ts'
import { useOwn, useRead } from '../../data/reads.ts'
import { currentUser } from '../../data/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { PlanGroup } from './plan-group.tsx'
import { Group, SettingsFrame } from './settings-frame.tsx'
import { useCall } from './use-call.ts'

type Organization = Output<'getOrganization'>

export function OrganizationPage() {
  const org = useOrganization()
  const read = useRead('getOrganization', { organization: org })
  return (
    <SettingsFrame title="Organization">
      <Loaded read={read}>
        {(organization) => (
          <>
            {organization.role === 'owner' || organization.role === 'admin' ? (
              <Names key={organization.id} organization={organization} />
            ) : (
              <p className="text-muted">
                Only owners and admins can change {organization.name}. You are a {organization.role}.
              </p>
            )}
            <PlanGroup />
            {organization.role === 'owner' && !organization.personal && <HandOver />}
            {organization.role !== 'owner' && <Leave />}
            {(organization.role === 'owner' || organization.role === 'admin') && <Sandbox />}
            {organization.role === 'owner' && !organization.personal && <Delete organization={organization} />}
          </>
        )}
      </Loaded>
      <Deleted />
    </SettingsFrame>
  )
}

function Names({ organization: { name: before, handle: at, version } }: { organization: Organization }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const [name, setName] = useState(before)
  const [handle, setHandle] = useState(at)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const input = { version, ...(name !== before && { name }), ...(handle !== at && { handle }) }
    const saved = await act({
      organization,
      operation: 'updateOrganization',
      input,
      label: 'Change organization',
      done: 'Saved',
      then: ['getOrganization', 'listOrganizations'],
    })
    if (!saved || saved.handle === organization) return
    enterOrganization(saved.handle)
    void navigate({ to: `/${saved.handle}/settings/organization` })
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <Group title="Name" about="Old links keep working.">
        <div className="grid gap-12 wide:grid-cols-2">
          <Field label="Name">
            {(ids) => <Input {...ids} required maxLength={100} value={name} onChange={(e) => setName(e.target.value)} />}
          </Field>
          <Field label="Handle">
            {(ids) => <Input {...ids} required maxLength={40} value={handle} onChange={(e) => setHandle(e.target.value)} />}
          </Field>
        </div>
        <Button type="submit" look="primary" className="self-end" disabled={name === before && handle === at}>
          Save
        </Button>
      </Group>
    </form>
  )
}

function HandOver() {
  const organization = useOrganization()
  const call = useCall()
  const { data } = useRead('listMembers', { limit: 100 })
  const [user, setUser] = useState('')
  const others = (data?.items ?? []).filter((one) => one.user_id !== currentUser()?.id)
  if (others.length === 0) return null
  return (
    <Group title="Transfer ownership" about="Another member becomes the owner. You stay on as an admin.">
      <div className="flex flex-wrap items-end gap-8">
        <div className="min-w-0 flex-1">
          <Field label="New owner">
            {(ids) => (
              <Select {...ids} value={user} onChange={(e) => setUser(e.target.value)}>
                <option value="">Choose a member</option>
                {others.map(({ user_id, name, handle }) => (
                  <option key={user_id} value={handle}>
                    {name} @{handle}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Button
          className="h-target"
          disabled={!user}
          onClick={() =>
            void call(() => clientFor(organization).transferOrganization({ user }), {
              done: 'Ownership transferred',
              then: ['getOrganization', 'listMembers', 'myRole'],
            })
          }
        >
          Transfer ownership
        </Button>
      </div>
    </Group>
  )
}

function Leave() {
  const organization = useOrganization()
  const call = useCall()
  const leave = () => call(() => clientFor(organization).leaveOrganization({}), { done: 'You left' })
  return (
    <Group title="Leave organization" about="You lose access; your work stays.">
      <Button look="danger" className="self-start" onClick={() => void leave().then((left) => left && location.assign('/'))}>
        Leave organization
      </Button>
    </Group>
  )
}

function Sandbox() {
  const organization = useOrganization()
  const call = useCall()
  return (
    <Group title="Sandbox" about="A separate space for test tokens.">
      <Button className="self-start" onClick={() => void call(() => clientFor(organization).resetSandbox({}), { done: 'Sandbox reset' })}>
        Reset sandbox
      </Button>
    </Group>
  )
}

function Delete({ organization: { name, handle } }: { organization: Organization }) {
  const call = useCall()
  const [typed, setTyped] = useState('')
  const remove = () =>
    call(() => clientFor(handle).deleteOrganization({}), { done: `${name} deleted. An owner can restore it within 30 days.` })
  return (
    <Group title="Delete" about="Everyone loses access immediately. An owner can restore it within 30 days.">
      <div className="flex flex-wrap items-end gap-8">
        <div className="min-w-0 flex-1">
          <Field label={`Type ${handle} to delete it`}>
            {(ids) => <Input {...ids} value={typed} onChange={(e) => setTyped(e.target.value)} />}
          </Field>
        </div>
        <Button
          look="danger"
          className="h-target"
          disabled={typed !== handle}
          onClick={() => void remove().then((gone) => gone && location.assign('/'))}
        >
          Delete organization
        </Button>
      </div>
    </Group>
  )
}

/** Organizations that the user deleted and can still restore. */
function Deleted() {
  const call = useCall()
  const { data } = useOwn('listOrganizations', { deleted: true })
  const gone = (data?.items ?? []).filter((one) => one.deleted_at && one.role === 'owner')
  if (gone.length === 0) return null
  return (
    <Group title="Deleted organizations" about="Can be restored for 30 days.">
      <Rows>
        {gone.map(({ id, name, deleted_at }) => (
          <Row key={id}>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {deleted_at && <Ago at={deleted_at} />}
            <Button
              onClick={() =>
                void call(() => account.restoreOrganization({ organization: id }), {
                  done: `${name} restored`,
                  then: ['listOrganizations'],
                })
              }
            >
              Restore {name}
            </Button>
          </Row>
        ))}
      </Rows>
    </Group>
  )
}
