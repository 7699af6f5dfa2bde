import { useState, type FormEvent } from 'react'
import { account } from '../../data/client.ts'
import { useOwnList } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { plural } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { useCall } from '../settings/use-call.ts'
import { AdminFrame } from './admin-frame.tsx'

type Audience = 'everyone' | 'administrators' | 'organization'
const then = ['listAnnouncements'] as const

/** What people were notified of, by administrators or because of what one of them did. */
export function AnnouncementsPage() {
  const read = useOwnList('listAnnouncements', { limit: 50 })
  const [writing, setWriting] = useState(false)
  return (
    <AdminFrame
      title="Announcements"
      about="Sent to people’s inboxes. People are also notified here when an administrator acts on their account."
      actions={
        <Button look="primary" onClick={() => setWriting(true)}>
          New announcement
        </Button>
      }
    >
      <Loaded read={read}>
        {() =>
          read.items.length === 0 ? (
            <EmptyState title="No announcements yet">
              For example, planned maintenance for everyone, or news for one organization.
            </EmptyState>
          ) : (
            <Rows aria-label="Announcements">
              {read.items.map((one) => (
                <Row key={one.id} className="flex-wrap">
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-medium">{one.title}</p>
                    <p className="truncate text-helper text-muted">
                      {one.sent_by && <>by @{one.sent_by.handle}, </>}
                      {one.sent_at ? plural(one.recipients, 'recipient') : 'sending'}
                    </p>
                  </div>
                  <Chip>{one.user ? `@${one.user.handle}` : one.organization ? `@${one.organization.handle}` : one.audience}</Chip>
                  <Ago at={one.created_at} />
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={read} />
      <Dialog open={writing} onOpenChange={setWriting} title="New announcement" about="This can’t be undone.">
        <Write done={() => setWriting(false)} />
      </Dialog>
    </AdminFrame>
  )
}

function Write({ done }: { done(): void }) {
  const call = useCall()
  const [title, setTitle] = useState('')
  const [body, setBody] = useState('')
  const [audience, setAudience] = useState<Audience>('everyone')
  const [organization, setOrganization] = useState('')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const to = audience === 'organization' ? { audience, organization: organization.trim().replace(/^@/, '') } : { audience }
    const sent = await call(() => account.sendAnnouncement({ title, body, ...to }), { done: 'Announcement sent', then })
    if (sent) done()
  }
  return (
    <form onSubmit={(event) => void send(event)} className="flex flex-col gap-12">
      <Field label="Title">
        {(ids) => <Input {...ids} required maxLength={300} value={title} onChange={(e) => setTitle(e.target.value)} />}
      </Field>
      <Field label="Text">{(ids) => <TextArea {...ids} maxLength={4000} value={body} onChange={(e) => setBody(e.target.value)} />}</Field>
      <Field label="To">
        {(ids) => (
          <Select {...ids} value={audience} onChange={(e) => setAudience(e.target.value as Audience)}>
            <option value="everyone">Everyone on this instance</option>
            <option value="administrators">Administrators</option>
            <option value="organization">Members of an organization</option>
          </Select>
        )}
      </Field>
      {audience === 'organization' && (
        <Field label="Organization" hint="Organization handle">
          {(ids) => <Input {...ids} required value={organization} onChange={(e) => setOrganization(e.target.value)} />}
        </Field>
      )}
      <Button type="submit" look="primary" className="self-end">
        Send
      </Button>
    </form>
  )
}
