import type { Output } from '@baton/client'
import { useState, type FormEvent } from 'react'
import { clientFor } from '../../data/client.ts'
import { withPerson } from '../../data/step-up.ts'
import { readAgain } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { date } from '../../ui/format.ts'
import { Problem } from '../identity/auth-frame.tsx'
import { useAttempt } from '../identity/use-attempt.ts'
import { invitedRoles, roleHint, roleTitles, type InvitedRole } from './roles.ts'

type Made = Output<'createInviteLink'>

/** Creates links to hand out, one per person; each is shown here until the page is left, and never again. */
export function InviteLinkForm({ org }: { org: string }) {
  const [label, setLabel] = useState('')
  const [role, setRole] = useState<InvitedRole>('member')
  const [made, setMade] = useState<Made[]>([])
  const { busy, error, attempt } = useAttempt()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const name = label.trim()
      const link = await withPerson(() => clientFor(org).createInviteLink({ role, ...(name && { label: name }) }))
      setMade((before) => [link, ...before])
      setLabel('')
      readAgain(org, new Set(['listInvites']))
    })
  }
  return (
    <div className="flex flex-col gap-16">
      <form onSubmit={submit} className="flex flex-col gap-12">
        <Problem text={error} />
        <div className="grid gap-12 wide:grid-cols-2">
          <Field label="Who is it for? (optional)">
            {(ids) => (
              <Input
                {...ids}
                autoComplete="off"
                maxLength={120}
                placeholder="Sam"
                value={label}
                onChange={(e) => setLabel(e.target.value)}
              />
            )}
          </Field>
          <Field label="Role">
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
        </div>
        <p className="text-helper text-muted">{roleHint}</p>
        <Button type="submit" look="primary" className="h-target" busy={busy}>
          Create invite link
        </Button>
      </form>
      {made.length > 0 && (
        <section aria-label="New invite links" className="flex flex-col gap-12">
          <p className="text-helper text-muted">
            Copy each link now; it can’t be shown again. Each link lets in one person, so send it privately.
          </p>
          {made.map(({ id, url, label: name, role: as, expires_at }) => (
            <div key={id} className="flex flex-col gap-4">
              <p className="text-helper font-medium">
                {name || 'Invite link'}{' '}
                <span className="font-normal text-muted">
                  · {roleTitles[as]} · expires {date(expires_at)}
                </span>
              </p>
              <CodeBlock text={url} label={name ? `the invite link for ${name}` : 'the invite link'} />
            </div>
          ))}
        </section>
      )}
    </div>
  )
}
