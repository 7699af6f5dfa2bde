import '@baton/client/instance'
import type { Output } from '@baton/client'
import { useState } from 'react'
import { account } from '../../data/client.ts'
import { useOwnList } from '../../data/reads.ts'
import { currentUser } from '../../data/session.ts'
import { toast } from '../../data/toast.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { date } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useCall } from './use-call.ts'

type User = Output<'listUsers'>['items'][number]

/** Everybody on the instance, for its administrators: whoever has forgotten a password is helped here. */
export function UsersPage() {
  const read = useOwnList('listUsers', { limit: 100 })
  const call = useCall()
  const [asked, setAsked] = useState<User | null>(null)
  const [link, setLink] = useState<{ name: string; url: string; until: string } | null>(null)
  const reset = async ({ id, name, email }: User) => {
    setAsked(null)
    const answer = await call(() => account.resetUserPassword({ id }))
    if (answer?.url) setLink({ name, url: answer.url, until: answer.expires_at ?? '' })
    else if (answer) toast.success(`Reset link sent to ${email}`)
  }
  return (
    <SettingsFrame title="Users" about="Everyone with an account on this instance. You never see or choose their passwords.">
      <Loaded read={read}>
        {() => (
          <Rows aria-label="Users">
            {read.items.map((one) => (
              <Row key={one.id} className="flex-wrap">
                <Avatar name={one.name} kind="person" size="large" decorative />
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-6">
                    <span className="truncate font-medium">{one.name}</span>
                    {one.role === 'admin' && <Chip>administrator</Chip>}
                    {one.suspended_at && <Chip tone="warn">suspended</Chip>}
                  </p>
                  <p className="truncate text-helper text-muted">
                    {one.email} · <span className="font-mono">@{one.handle}</span>
                  </p>
                </div>
                {one.id !== currentUser()?.id && (
                  <Button aria-label={`Reset password of ${one.name}`} onClick={() => setAsked(one)}>
                    Reset password
                  </Button>
                )}
              </Row>
            ))}
          </Rows>
        )}
      </Loaded>
      <More list={read} />
      <Dialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={`Reset the password of ${asked?.name ?? ''}?`}
        about="They are logged out everywhere and choose a new password with a link that works once. The audit log records it."
      >
        <div className="flex justify-end gap-8">
          <Button onClick={() => setAsked(null)}>Cancel</Button>
          <Button look="danger" onClick={() => asked && void reset(asked)}>
            Reset password
          </Button>
        </div>
      </Dialog>
      <Dialog
        open={link !== null}
        onOpenChange={(open) => !open && setLink(null)}
        title={`Reset link for ${link?.name ?? ''}`}
        about={link && `Send it to them privately. It works once, until ${date(link.until)}, and can’t be shown again.`}
      >
        {link && <CodeBlock text={link.url} label="the reset link" />}
      </Dialog>
    </SettingsFrame>
  )
}
