import type { Output } from '@baton/client'
import { useState, type FormEvent } from 'react'
import { act } from '../../data/writes/act.ts'
import { account } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { useOwn } from '../../data/reads.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useEntrance } from '../identity/entrance.ts'
import { ChangePassword } from './change-password.tsx'
import { CloseAccount } from './close-account.tsx'
import { NoMail } from './no-mail.tsx'
import { Group, SettingsFrame } from './settings-frame.tsx'
import { useCall } from './use-call.ts'

export function ProfilePage() {
  const read = useOwn('me', {})
  return (
    <SettingsFrame title="Profile">
      <Loaded read={read}>
        {(me) => (
          <>
            <ProfileForm key={me.id} me={me} />
            <PublicProfile me={me} />
            <Address me={me} />
            <ChangePassword email={me.email} />
            <CloseAccount />
          </>
        )}
      </Loaded>
    </SettingsFrame>
  )
}

const fields = [
  { name: 'name', label: 'Name', required: true },
  { name: 'handle', label: 'Handle', required: true, hint: 'People mention you as @handle' },
  { name: 'location', label: 'Location' },
  { name: 'url', label: 'Website', hint: 'https://…' },
  { name: 'timezone', label: 'Time zone', hint: 'For example, Europe/Berlin. Used for the digest.' },
] as const

function ProfileForm({ me }: { me: Output<'me'> }) {
  const organization = useOrganization()
  const [draft, setDraft] = useState({
    name: me.name,
    handle: me.handle,
    bio: me.bio,
    location: me.location,
    url: me.url,
    timezone: me.timezone,
  })
  const changed = Object.fromEntries(Object.entries(draft).filter(([name, value]) => me[name as keyof typeof draft] !== value))
  const save = (event: FormEvent) => {
    event.preventDefault()
    void act({
      organization,
      operation: 'updateProfile',
      input: changed,
      label: 'Change profile',
      done: 'Profile saved',
      then: ['me', 'listMembers'],
    })
  }
  return (
    <form onSubmit={save}>
      <Group title="Visible to others">
        <div className="flex items-center gap-12">
          <Avatar name={draft.name || '?'} kind="person" size="large" decorative />
          <p className="text-muted">
            {draft.name} <span className="font-mono">@{draft.handle}</span>
          </p>
        </div>
        <div className="grid gap-12 wide:grid-cols-2">
          {fields.map(({ name, label, ...rest }) => (
            <Field key={name} label={label} hint={'hint' in rest ? rest.hint : undefined}>
              {(ids) => (
                <Input
                  {...ids}
                  required={'required' in rest}
                  value={draft[name]}
                  onChange={(e) => setDraft({ ...draft, [name]: e.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
        <Field label="Bio" hint="Markdown">
          {(ids) => <TextArea {...ids} maxLength={2000} value={draft.bio} onChange={(e) => setDraft({ ...draft, bio: e.target.value })} />}
        </Field>
        <Button type="submit" look="primary" className="self-end" disabled={Object.keys(changed).length === 0}>
          Save profile
        </Button>
      </Group>
    </form>
  )
}

function PublicProfile({ me }: { me: Output<'me'> }) {
  const call = useCall()
  const { public_profile } = me
  const turn = () =>
    void call(() => account.updateProfile({ public_profile: !public_profile }), {
      done: public_profile ? 'Your profile is private' : 'Your profile is public',
      then: ['me'],
    })
  return (
    <Group title="Public profile" about="Shows the details above and what you’ve published to everyone. Never your email address.">
      {public_profile && <CodeBlock label="profile URL" text={`${location.origin}/u/${me.handle}`} />}
      <Button className="self-start" onClick={turn}>
        {public_profile ? 'Make private' : 'Make public'}
      </Button>
    </Group>
  )
}

/** An address is verified by mail: a change is completed by the link sent to the new mailbox. */
function Address({ me }: { me: Output<'me'> }) {
  const call = useCall()
  const [email, setEmail] = useState('')
  const entrance = useEntrance()
  const standing = (
    <p className="flex flex-wrap items-center gap-8">
      {me.email}
      {me.email_verified ? <Chip tone="ok">verified</Chip> : <Chip dashed>unverified</Chip>}
      {!me.email_verified && entrance?.mail && (
        <Button onClick={() => void call(() => account.sendVerification({}), { done: 'Verification link sent' })}>
          Send verification link
        </Button>
      )}
    </p>
  )
  if (!entrance?.mail) {
    return (
      <Group title="Email address" about="Used to log in.">
        {standing}
        {entrance && <NoMail what="Verifying or changing the address is" />}
      </Group>
    )
  }
  return (
    <Group title="Email address" about="Used for login codes, links and the digest.">
      {standing}
      <form
        className="flex flex-wrap items-end gap-8"
        onSubmit={(event) => {
          event.preventDefault()
          void call(() => account.changeEmail({ email }), { done: `Open the link we sent to ${email}`, then: ['me'] })
        }}
      >
        <div className="min-w-0 flex-1">
          <Field label="New address">
            {(ids) => <Input {...ids} type="email" required value={email} onChange={(e) => setEmail(e.target.value)} />}
          </Field>
        </div>
        <Button type="submit" className="h-target">
          Change address
        </Button>
      </form>
    </Group>
  )
}
