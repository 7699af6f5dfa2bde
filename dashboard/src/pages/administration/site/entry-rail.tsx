import { ExternalLink, History } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { account } from '../../../data/client.ts'
import { useOwnList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/copy.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { date, dateTime } from '../../../ui/format.ts'
import { More } from '../../../ui/more.tsx'
import { Section } from '../../../ui/page.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useCall } from '../../settings/use-call.ts'
import type { Entry } from './kinds.ts'
import { RevisionDialog, type Revision } from './revision-dialog.tsx'

interface RailProps {
  entry: Entry
  busy: boolean
  /** There are unsaved edits; publishing saves them too. */
  unsaved: boolean
  onSave(more: { status?: Entry['status']; publish_at?: string }, done: string): void
}

/** When it is published, who can see it before, and its earlier revisions. */
export function EntryRail(props: RailProps) {
  return (
    <>
      <Publishing {...props} />
      <Preview entry={props.entry} />
      <Revisions entry={props.entry} />
    </>
  )
}

function Publishing({ entry: { status, url, publish_at, published_at }, busy, unsaved, onSave }: RailProps) {
  const [at, setAt] = useState('')
  const schedule = (event: FormEvent) => {
    event.preventDefault()
    const publishes = new Date(at)
    onSave({ status: 'scheduled', publish_at: publishes.toISOString() }, `Publishes ${dateTime(publishes)}`)
  }
  return (
    <Section title="Publishing">
      <div className="flex flex-col gap-12">
        {status === 'published' && published_at && <p>Public since {date(published_at)}.</p>}
        {status === 'scheduled' && publish_at && <p>Publishes {dateTime(publish_at)}.</p>}
        {status === 'draft' && <p className="text-muted">Visible to administrators only.</p>}
        <div className="flex flex-wrap gap-8">
          {status !== 'published' && (
            <Button look="primary" busy={busy} onClick={() => onSave({ status: 'published' }, 'Published')}>
              {unsaved ? 'Save and publish' : 'Publish now'}
            </Button>
          )}
          {url && (
            <Button asChild>
              <a href={url} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden /> Open
              </a>
            </Button>
          )}
          {status !== 'draft' && (
            <Button busy={busy} onClick={() => onSave({ status: 'draft' }, status === 'published' ? 'Unpublished' : 'Back to draft')}>
              {status === 'published' ? 'Take down' : 'Cancel schedule'}
            </Button>
          )}
        </div>
        {status !== 'published' && (
          <form onSubmit={schedule} className="flex flex-wrap items-end gap-8">
            <div className="min-w-0 flex-1">
              <Field label={status === 'scheduled' ? 'Reschedule' : 'Schedule'}>
                {(ids) => <Input {...ids} type="datetime-local" required value={at} onChange={(e) => setAt(e.target.value)} />}
              </Field>
            </div>
            <Button type="submit" className="h-target" busy={busy}>
              Schedule
            </Button>
          </form>
        )}
      </div>
    </Section>
  )
}

function Preview({ entry: { id, preview_until } }: { entry: Entry }) {
  const call = useCall()
  const [link, setLink] = useState<string | null>(null)
  const make = async () => {
    const made = await call(() => account.createPreviewLink({ id }), { then: ['getEntry'] })
    if (made) setLink(made.url)
  }
  const end = async () => {
    if (await call(() => account.revokePreviewLink({ id }), { done: 'Link revoked', then: ['getEntry'] })) setLink(null)
  }
  const open = preview_until !== null && new Date(preview_until) > new Date()
  return (
    <Section title="Private preview">
      <div className="flex flex-col gap-8">
        <p className="text-muted">
          {open ? `Anyone with the link can read it until ${date(preview_until)}.` : 'Share a preview link with people without an account.'}
        </p>
        {link && <CodeBlock text={link} label="preview link" />}
        <div className="flex flex-wrap gap-8">
          <Button onClick={() => void make()}>{open ? 'New link' : 'Create link'}</Button>
          {open && (
            <Button look="danger" onClick={() => void end()}>
              Revoke link
            </Button>
          )}
        </div>
      </div>
    </Section>
  )
}

function Revisions({ entry }: { entry: Entry }) {
  const list = useOwnList('listEntryRevisions', { id: entry.id, limit: 20 })
  const [shown, setShown] = useState<Revision | null>(null)
  return (
    <Section title="Revisions" aside={<span className="text-helper text-muted">{entry.revision}</span>}>
      <ol className="flex flex-col gap-px">
        {list.items.map((one) => (
          <li key={one.number}>
            <Button look="quiet" className="w-full justify-start" onClick={() => setShown(one)}>
              <History aria-hidden />
              <span className="font-mono text-label">{one.number}</span>
              <span className="min-w-0 flex-1 truncate text-left">{one.written_by.name}</span>
              <Ago at={one.created_at} />
            </Button>
          </li>
        ))}
      </ol>
      <More list={list} />
      <RevisionDialog entry={entry} revision={shown} onClose={() => setShown(null)} />
    </Section>
  )
}
