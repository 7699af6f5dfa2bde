import { useNavigate } from '@tanstack/react-router'
import type { Output } from '@baton/client'
import { X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { account } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { useOwn } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useCall } from '../settings/use-call.ts'
import { AdminFrame } from './admin-frame.tsx'

type Team = Output<'getAnyTeam'>
const then = ['getAnyTeam', 'listAllTeams'] as const

/** A team of any organization. */
export function AdminTeamPage({ id }: { id: string }) {
  const read = useOwn('getAnyTeam', { team: id })
  const [asked, setAsked] = useState(false)
  const [org, navigate, call] = [useOrganization(), useNavigate(), useCall()]
  const remove = async () => {
    setAsked(false)
    const gone = await call(() => account.deleteAnyTeam({ team: id }), { done: 'Team deleted', then: ['listAllTeams'] })
    if (gone) void navigate({ to: `/${org}/admin/teams` })
  }
  return (
    <AdminFrame
      title={read.data?.name ?? 'Team'}
      actions={
        read.data && (
          <Button look="danger" onClick={() => setAsked(true)}>
            Delete team…
          </Button>
        )
      }
    >
      <Loaded read={read}>
        {(team) => (
          <>
            <p className="text-muted">
              <span className="font-mono">@{team.handle}</span> in {team.organization.name}
            </p>
            <Details key={team.version} team={team} />
            <Members team={team} />
          </>
        )}
      </Loaded>
      <Dialog
        open={asked}
        onOpenChange={setAsked}
        title={`Delete ${read.data?.name ?? ''}?`}
        about="Members stay in the organization, but lose access to projects they only see through this team."
      >
        <div className="flex justify-end gap-8">
          <Button onClick={() => setAsked(false)}>Cancel</Button>
          <Button look="danger" onClick={() => void remove()}>
            Delete team
          </Button>
        </div>
      </Dialog>
    </AdminFrame>
  )
}

function Details({ team }: { team: Team }) {
  const call = useCall()
  const [name, setName] = useState(team.name)
  const [description, setDescription] = useState(team.description)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void call(() => account.updateAnyTeam({ team: team.id, name, description, version: team.version }), { done: 'Saved', then })
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-12 rounded-card border border-line bg-raised p-16 shadow-card">
      <Field label="Name">
        {(ids) => <Input {...ids} required maxLength={120} value={name} onChange={(e) => setName(e.target.value)} />}
      </Field>
      <Field label="Description">
        {(ids) => <TextArea {...ids} maxLength={2000} value={description} onChange={(e) => setDescription(e.target.value)} />}
      </Field>
      <Button type="submit" look="primary" className="self-end" disabled={name === team.name && description === team.description}>
        Save
      </Button>
    </form>
  )
}

function Members({ team }: { team: Team }) {
  const call = useCall()
  const [user, setUser] = useState('')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const added = await call(() => account.addMemberToAnyTeam({ team: team.id, user: user.trim().replace(/^@/, '') }), {
      done: 'Member added',
      then,
    })
    if (added) setUser('')
  }
  const setRole = (member: string, role: 'lead' | 'member') =>
    void call(() => account.updateMemberOfAnyTeam({ team: team.id, user: member, role }), { then })
  return (
    <section aria-label="Members" className="flex flex-col gap-8">
      <h2 className="font-medium">Members</h2>
      {team.people.length === 0 ? (
        <p className="text-muted">No members yet.</p>
      ) : (
        <Rows aria-label="Team members">
          {team.people.map((one) => (
            <Row key={one.user_id}>
              <Avatar name={one.name} kind="person" decorative />
              <span className="min-w-0 flex-1 truncate">
                {one.name} <span className="font-mono text-helper text-muted">@{one.handle}</span>
              </span>
              <Select
                aria-label={`Role of ${one.name}`}
                className="w-auto"
                value={one.role}
                onChange={(e) => setRole(one.user_id, e.target.value as 'lead' | 'member')}
              >
                <option value="lead">Lead</option>
                <option value="member">Member</option>
              </Select>
              <Button
                look="quiet"
                square
                aria-label={`Remove ${one.name} from the team`}
                onClick={() => void call(() => account.removeMemberOfAnyTeam({ team: team.id, user: one.user_id }), { then })}
              >
                <X />
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      <form onSubmit={(event) => void add(event)} className="flex items-end gap-8">
        <div className="min-w-0 flex-1">
          <Field label="Add member" hint={`Handle of a member of ${team.organization.name}.`}>
            {(ids) => <Input {...ids} required value={user} onChange={(e) => setUser(e.target.value)} />}
          </Field>
        </div>
        <Button type="submit">Add</Button>
      </form>
    </section>
  )
}
