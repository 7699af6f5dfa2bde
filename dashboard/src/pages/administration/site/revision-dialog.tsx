import type { Output } from '@baton/client'
import { diffLines } from 'diff'
import { account } from '../../../data/client.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { dateTime } from '../../../ui/format.ts'
import { useCall } from '../../settings/use-call.ts'
import { unsaved, type Draft } from './entry-form.tsx'
import type { Entry } from './kinds.ts'

export type Revision = Output<'listEntryRevisions'>['items'][number]

const whole = ({ title, summary, body }: Pick<Draft, 'title' | 'summary' | 'body'>): string =>
  [title, summary, body].filter(Boolean).join('\n\n')

/** A revision compared with the current text, and a button to restore it. */
export function RevisionDialog({ entry, revision, onClose }: { entry: Entry; revision: Revision | null; onClose(): void }) {
  const call = useCall()
  const restore = async (number: number) => {
    onClose()
    const then = ['getEntry', 'listEntryRevisions', 'listPosts', 'listPages'] as const
    const done = entry.status === 'published' ? 'Restored and published' : 'Restored'
    if (await call(() => account.restoreEntryRevision({ id: entry.id, revision: number }), { done, then })) unsaved.delete(entry.id)
  }
  const current = revision?.number === entry.revision
  return (
    <Dialog
      open={revision !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Revision ${revision?.number ?? ''}`}
      about={revision && `${revision.written_by.name}, ${dateTime(revision.created_at)}`}
      at="wide"
    >
      {revision && (
        <div className="flex flex-col gap-16">
          {current ? <p className="text-muted">This is the current version.</p> : <Difference from={whole(revision)} to={whole(entry)} />}
          {!current && (
            <Button look="primary" className="self-end" onClick={() => void restore(revision.number)}>
              Restore this revision
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** Sign and color together, so that nobody has to tell red from green. */
function Difference({ from, to }: { from: string; to: string }) {
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label="Changes since"
      className="scrollbar-quiet overflow-x-auto rounded-card border border-line font-mono text-helper"
    >
      {diffLines(from, to).map(({ value, added, removed }, at) => (
        <p
          key={at}
          className={classes(
            'px-8 break-words whitespace-pre-wrap',
            added && 'bg-ok-soft',
            removed && 'bg-bad-soft line-through decoration-bad',
          )}
        >
          <span className="sr-only">{added ? 'added: ' : removed ? 'removed: ' : ''}</span>
          <span aria-hidden>{added ? '+ ' : removed ? '− ' : '  '}</span>
          {value}
        </p>
      ))}
    </div>
  )
}
