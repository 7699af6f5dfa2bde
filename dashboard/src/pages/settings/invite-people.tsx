import { useState, type FormEvent } from 'react'
import { clientFor } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useEntrance } from '../identity/entrance.ts'
import { InviteLinkForm } from './invite-link-form.tsx'
import { invitedRoles, roleHint, roleTitles, type InvitedRole } from './roles.ts'
import { useCall } from './use-call.ts'

/** A link always works; an email address where mail is on; a handle where admins may add accounts directly. */
export function InvitePeople({ open, close }: { open: boolean; close(): void }) {
  const organization = useOrganization()
  const entrance = useEntrance()
  const mail = entrance?.mail ?? false
  const byHandle = entrance?.members_added === 'directly'
  const [way, setWay] = useState<'link' | 'name'>('link')
  const title = mail && byHandle ? 'Email or handle' : mail ? 'Email' : 'Handle'
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Invite people"
      about="They join once they accept. Links work with and without email."
    >
      <div className="flex flex-col gap-16">
        {(mail || byHandle) && (
          <Segmented
            label="How to invite"
            value={way}
            onChange={setWay}
            options={[
              { value: 'link', title: 'Invite link' },
              { value: 'name', title },
            ]}
          />
        )}
        {way === 'link' ? <InviteLinkForm org={organization} /> : <InviteByName {...{ mail, byHandle }} done={close} />}
      </div>
    </Dialog>
  )
}

function InviteByName({ mail, byHandle, done }: { mail: boolean; byHandle: boolean; done(): void }) {
  const organization = useOrganization()
  const call = useCall()
  const [who, setWho] = useState('')
  const [role, setRole] = useState<InvitedRole>('member')
  const invite = async (event: FormEvent) => {
    event.preventDefault()
    const client = clientFor(organization)
    const asked = who.trim().replace(/^@/, '')
    const made = asked.includes('@')
      ? await call(() => client.createInvite({ email: asked, role }), { done: `Invitation sent to ${asked}`, then: ['listInvites'] })
      : await call(() => client.addMember({ user: asked, role }), { done: `Added ${asked} as ${role}`, then: ['listMembers'] })
    if (made) done()
  }
  const wanted = byHandle ? (mail ? {} : { pattern: '@?[a-z0-9\\-]+', title: 'A handle, such as @sam' }) : { type: 'email' }
  return (
    <form onSubmit={(event) => void invite(event)} className="flex flex-col gap-12">
      <Field
        name={who.includes('@', 1) ? 'email' : 'user'}
        label={mail && byHandle ? 'Email address or @handle' : mail ? 'Email address' : 'Handle'}
        hint={byHandle ? 'People who already have an account can be added by handle.' : undefined}
      >
        {(ids) => <Input {...ids} {...wanted} required autoFocus value={who} onChange={(e) => setWho(e.target.value)} />}
      </Field>
      <Field label="Role" hint={roleHint}>
        {(ids) => (
          <Select {...ids} value={role} onChange={(e) => setRole(e.target.value as InvitedRole)}>
            {invitedRoles.map((one) => (
              <option key={one} value={one}>
                {roleTitles[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" look="primary" className="self-end">
        {byHandle ? 'Add' : 'Send invitation'}
      </Button>
    </form>
  )
}
