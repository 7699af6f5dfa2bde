import { GitBranch } from 'lucide-react'
import { classes } from '../../../ui/classes.ts'
import { plural } from '../../../ui/format.ts'
import { useNow } from '../../../ui/time.tsx'
import { lasted, runLook, type Run } from './run-words.ts'

export function RunState({ run }: { run: Run }) {
  const { word, color, icon: Icon } = runLook(run)
  return (
    <span className={classes('inline-flex items-center gap-6 font-medium whitespace-nowrap', color)}>
      <Icon className="size-16 shrink-0" aria-hidden />
      {word}
    </span>
  )
}

/** How long it ran, or has been running so far. */
export function Lasted({ run: { started_at, ended_at } }: { run: Run }) {
  const now = useNow(1000)
  return <span className="font-mono">{started_at ? lasted(started_at, ended_at ?? now) : '–'}</span>
}

/** Changed files and lines; the signs convey it without color. */
export function Changes({ changes }: { changes: Run['changes'] }) {
  if (!changes) return <span className="text-muted">–</span>
  if (changes.files === 0 && changes.dirty_files === 0) return <span className="text-muted">None</span>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-6">
      {plural(changes.files, 'file')}
      <span className="font-mono text-helper text-ok">+{changes.insertions}</span>
      <span className="font-mono text-helper text-bad">−{changes.deletions}</span>
      {changes.dirty_files > 0 && <span className="text-helper text-warn">{plural(changes.dirty_files, 'file')} not committed</span>}
    </span>
  )
}

export function Branch({ run: { branch, head } }: { run: Run }) {
  if (!branch) return null
  return (
    <span className="inline-flex min-w-0 items-center gap-6">
      <GitBranch className="size-16 shrink-0 text-muted" aria-hidden />
      <span className="sr-only">Branch </span>
      <code className="font-mono text-helper break-all">{branch}</code>
      {head && (
        <code title={head} className="rounded-code bg-hover px-4 font-mono text-label text-muted">
          {head.slice(0, 7)}
        </code>
      )}
    </span>
  )
}
