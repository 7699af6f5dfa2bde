import { GitMerge, GitPullRequest, GitPullRequestClosed, GitPullRequestDraft } from 'lucide-react'
import { classes } from '../../../ui/classes.ts'
import type { Pull } from './pull.ts'

const icons = { open: GitPullRequest, merged: GitMerge, closed: GitPullRequestClosed }

export function PullIcon({ pull: { state, draft } }: { pull: Pick<Pull, 'state' | 'draft'> }) {
  const Icon = state === 'open' && draft ? GitPullRequestDraft : icons[state]
  return <Icon className="mt-2 size-16 shrink-0 text-muted" role="img" aria-label={draft && state === 'open' ? 'draft' : state} />
}

const reviews = {
  approved: { word: 'Approved', colour: 'text-ok' },
  changes_requested: { word: 'Changes requested', colour: 'text-bad' },
  review_required: { word: 'Review required', colour: 'text-muted' },
}

export function Review({ review }: { review: Pull['review'] }) {
  if (!review) return <span className="text-muted">None requested</span>
  const { word, colour } = reviews[review]
  return <span className={classes('whitespace-nowrap', colour)}>{word}</span>
}
