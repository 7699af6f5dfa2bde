import { Link } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import { account } from '../../data/client.ts'
import { deviceName } from '../../data/device-name.ts'
import { useOrganization } from '../../data/organization.ts'
import { useOwnList } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { count, plural } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { StatusChip } from '../reports/report-words.tsx'
import { useCall } from '../settings/use-call.ts'

type Pages = ReturnType<typeof useOwnList>

function List({ read, label, none, children }: { read: Pages; label: string; none: string; children: ReactNode }) {
  return (
    <>
      <Loaded read={read}>
        {() => (read.items.length === 0 ? <p className="text-muted">{none}</p> : <Rows aria-label={label}>{children}</Rows>)}
      </Loaded>
      <More list={read} />
    </>
  )
}

export function UserProjects({ id }: { id: string }) {
  const read = useOwnList('listUserProjects', { id })
  return (
    <List read={read as unknown as Pages} label="Projects" none="No projects.">
      {read.items.map((one) => (
        <Row key={one.id}>
          <span className="min-w-0 flex-1 truncate">{one.name}</span>
          <span className="font-mono text-helper text-muted">@{one.organization.handle}</span>
          {one.visibility === 'private' && <Chip>private</Chip>}
          {one.archived_at && <Chip dashed>archived</Chip>}
          <span className="text-helper text-muted">{plural(one.tasks, 'item')}</span>
        </Row>
      ))}
    </List>
  )
}

export function UserTeams({ id }: { id: string }) {
  const read = useOwnList('listUserTeams', { id })
  return (
    <List read={read as unknown as Pages} label="Teams" none="No teams.">
      {read.items.map((one) => (
        <Row key={one.id}>
          <span className="min-w-0 flex-1 truncate">{one.name}</span>
          <span className="font-mono text-helper text-muted">@{one.organization.handle}</span>
          <Chip>{one.role}</Chip>
          <span className="text-helper text-muted">{plural(one.members, 'member')}</span>
        </Row>
      ))}
    </List>
  )
}

export function UserSessions({ id }: { id: string }) {
  const read = useOwnList('listUserSessions', { id })
  return (
    <List read={read as unknown as Pages} label="Login sessions" none="Never logged in.">
      {read.items.map((one) => (
        <Row key={one.id} className="flex-wrap">
          <div className="min-w-0 flex-1">
            <p className="truncate" title={one.device ?? undefined}>
              {one.device ? deviceName(one.device) : 'Unknown device'}
            </p>
            <p className="text-helper text-muted">
              Logged in by {one.method.replaceAll('_', ' ')}
              {one.address && <span className="font-mono"> · {one.address}</span>}
            </p>
          </div>
          {one.ended_at ? <Chip dashed>{one.ended_why?.replaceAll('_', ' ') ?? 'ended'}</Chip> : <Chip tone="ok">open</Chip>}
          <Ago at={one.last_used_at} />
        </Row>
      ))}
    </List>
  )
}

export function UserIssues({ id }: { id: string }) {
  const org = useOrganization()
  const read = useOwnList('listUserIssues', { id })
  return (
    <List read={read as unknown as Pages} label="Reported issues" none="No reported issues.">
      {read.items.map((one) => (
        <Row key={one.id}>
          <span className="font-mono text-helper text-muted">#{one.number}</span>
          <Link to={`/${org}/admin/issues/${one.id}`} className="min-w-0 flex-1 truncate hover:underline">
            {one.title}
          </Link>
          <StatusChip status={one.status} />
          <Ago at={one.created_at} />
        </Row>
      ))}
    </List>
  )
}

type Note = { id: string; title: string }

export function UserNotes({ id }: { id: string }) {
  const read = useOwnList('listUserNotes', { id })
  const [asked, setAsked] = useState<Note | null>(null)
  return (
    <>
      <List read={read as unknown as Pages} label="Notes" none="No notes.">
        {read.items.map((one) => (
          <Row key={one.id}>
            <span className="min-w-0 flex-1 truncate">{one.title}</span>
            {one.public && <Chip>public</Chip>}
            <span className="font-mono text-helper text-muted">{count(one.length)} characters</span>
            <Button aria-label={`Read ${one.title}`} onClick={() => setAsked(one)}>
              Read…
            </Button>
          </Row>
        ))}
      </List>
      <ReadNote key={asked?.id ?? ''} user={id} note={asked} onClose={() => setAsked(null)} />
    </>
  )
}

/** Reading content requires a reason, and its owner is notified of it. */
function ReadNote({ user, note, onClose }: { user: string; note: Note | null; onClose(): void }) {
  const call = useCall()
  const [reason, setReason] = useState('')
  const [content, setContent] = useState<string | null>(null)
  const read = async (event: FormEvent) => {
    event.preventDefault()
    const found = note && (await call(() => account.readUserNote({ id: user, note: note.id, reason })))
    if (found) setContent(found.content)
  }
  return (
    <Dialog
      open={note !== null}
      onOpenChange={(open) => !open && onClose()}
      title={note?.title ?? ''}
      about={content === null ? 'The owner is notified that you read it, and why. Recorded in the audit log.' : undefined}
    >
      {content === null ? (
        <form onSubmit={(event) => void read(event)} className="flex flex-col gap-12">
          <Field label="Reason">
            {(ids) => <Input {...ids} required maxLength={500} value={reason} onChange={(e) => setReason(e.target.value)} />}
          </Field>
          <Button type="submit" look="primary" className="self-end">
            Read note
          </Button>
        </form>
      ) : (
        <pre className="font-mono text-helper wrap-anywhere whitespace-pre-wrap">{content || 'The note is empty.'}</pre>
      )}
    </Dialog>
  )
}
