import { Plus, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { clientFor } from '../../../data/client.ts'
import { withPerson } from '../../../data/step-up.ts'
import { Button } from '../../../ui/button.tsx'
import { Input, Select } from '../../../ui/field.tsx'
import { Problem } from '../auth-frame.tsx'
import { InviteLinkForm } from '../../settings/invite-link-form.tsx'
import { useEntrance } from '../entrance.ts'
import { useAttempt } from '../use-attempt.ts'

type Role = 'admin' | 'member' | 'viewer'
interface Invited {
  email: string
  role: Role
}

const nobody: Invited = { email: '', role: 'member' }

export function PeopleStep({ org, onDone }: { org: string; onDone(): void }) {
  const [people, setPeople] = useState<Invited[]>([nobody, nobody])
  const { busy, error, attempt } = useAttempt()
  const entrance = useEntrance()
  const change = (at: number, fields: Partial<Invited>) =>
    setPeople(people.map((one, place) => (place === at ? { ...one, ...fields } : one)))
  const wanted = people.filter(({ email }) => email.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      for (const { email, role } of wanted) {
        await withPerson(() => clientFor(org).createInvite({ email: email.trim(), role }))
        // Remove everyone invited from the list at once: if a later invitation is refused, a retry must not invite them twice.
        setPeople((before) => before.filter((one) => one.email !== email))
      }
      onDone()
    })
  }
  if (entrance && !entrance.mail) {
    return (
      <>
        <p>Create an invite link for each person and send it to them.</p>
        <InviteLinkForm org={org} />
        <Button look="quiet" className="h-target" onClick={onDone}>
          Continue
        </Button>
      </>
    )
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-12">
      <Problem text={error} />
      <p>They’ll get an email with a link to join.</p>
      <ul className="flex flex-col gap-8">
        {people.map(({ email, role }, at) => (
          <li key={at} className="flex gap-8">
            <div className="min-w-0 flex-1">
              <Input
                type="email"
                aria-label={`Email of person ${at + 1}`}
                placeholder="name@example.com"
                autoComplete="off"
                autoFocus={at === 0}
                maxLength={254}
                value={email}
                onChange={(e) => change(at, { email: e.target.value })}
              />
            </div>
            <div className="shrink-0">
              <Select aria-label={`Role of person ${at + 1}`} value={role} onChange={(e) => change(at, { role: e.target.value as Role })}>
                <option value="admin">Admin</option>
                <option value="member">Member</option>
                <option value="viewer">Viewer</option>
              </Select>
            </div>
            {people.length > 1 && (
              <Button
                look="quiet"
                square
                className="h-target"
                aria-label={`Remove person ${at + 1} from the list`}
                onClick={() => setPeople(people.filter((_, place) => place !== at))}
              >
                <X />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button look="quiet" className="self-start" disabled={people.length >= 20} onClick={() => setPeople([...people, nobody])}>
        <Plus /> Add person
      </Button>
      <Button type="submit" look="primary" className="h-target" busy={busy} disabled={wanted.length === 0}>
        Send invitations
      </Button>
      <Button look="quiet" onClick={onDone}>
        Not now
      </Button>
    </form>
  )
}
