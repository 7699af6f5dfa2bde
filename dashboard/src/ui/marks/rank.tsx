import { classes } from '../classes.ts'

const heights = ['h-4', 'h-6', 'h-8', 'h-10']

/** What evidence is worth: a four-step bar and a word, in text colour. Dashed is what is needed and not there. */
export function RankChip({ step, word, needs, needed }: { step: number; word: string; needs: string; needed?: boolean }) {
  return (
    <span
      className={classes(
        'inline-flex h-20 items-center gap-6 rounded-full border px-8 text-label whitespace-nowrap',
        needed ? 'border-dashed border-ring text-muted' : 'border-line text-fg',
      )}
    >
      <span className="inline-flex items-end gap-px" aria-hidden>
        {heights.map((height, at) => (
          <span key={height} className={classes('w-2 rounded-full', height, at < step ? 'bg-current' : 'bg-line-strong')} />
        ))}
      </span>
      {needed ? needs : word}
    </span>
  )
}

/** A commit, as short as people say it. */
export function Sha({ commit }: { commit: string }) {
  return (
    <code title={commit} className="rounded-code bg-hover px-4 font-mono text-label text-muted">
      {commit.slice(0, 7)}
    </code>
  )
}
