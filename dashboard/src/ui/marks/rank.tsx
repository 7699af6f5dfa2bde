import { classes } from '../classes.ts'

const heights = ['h-4', 'h-6', 'h-8', 'h-10']

/** The rank of evidence: a four-step bar and a word, in text color. Dashed means needed but missing. */
export function RankChip({ step, word, needs, needed }: { step: number; word: string; needs: string; needed?: boolean }) {
  return (
    <span
      className={classes(
        'inline-flex h-20 items-center gap-6 rounded-full border px-8 text-label whitespace-nowrap',
        needed ? 'border-dashed border-ring text-muted' : 'border-line text-fg',
      )}
    >
      <Bars step={step} />
      {needed ? needs : word}
    </span>
  )
}

const Bars = ({ step }: { step: number }) => (
  <span className="inline-flex items-end gap-px" aria-hidden>
    {heights.map((height, at) => (
      <span key={height} className={classes('w-2 rounded-full', height, at < step ? 'bg-current' : 'bg-line-strong')} />
    ))}
  </span>
)

const proofs = {
  claimed: { word: 'Claimed', step: 1, how: 'Stated without proof' },
  reported: { word: 'Reported', step: 2, how: 'Reported with a log, link or exit code' },
  observed: { word: 'Observed', step: 3, how: 'Confirmed by a person' },
  ci: { word: 'From CI', step: 4, how: 'Reported by CI for the current commit' },
} as const

interface ProofProps {
  /** Missing in rows that were cached on this device before the field existed. */
  proof: keyof typeof proofs | 'none' | undefined
  covers: readonly string[] | undefined
  /** For places without room for a word. */
  iconOnly?: boolean
}

/** How well it is proven that something works, and by which checks. Renders nothing without proof. */
export function ProofBadge({ proof, covers = [], iconOnly }: ProofProps) {
  if (!proof || proof === 'none') return null
  const { word, step, how } = proofs[proof]
  const words = covers.length > 0 ? `Proof: ${word}. ${how}: ${covers.join(', ')}` : `Proof: ${word}. ${how}`
  if (!iconOnly)
    return (
      <span title={words} className="inline-flex items-center gap-6 text-fg">
        <RankChip step={step} word={word} needs="" />
        {covers.length > 0 && <span className="truncate text-helper text-muted">{covers.join(', ')}</span>}
      </span>
    )
  return (
    <span role="img" aria-label={words} title={words} className="relative z-10 inline-flex h-20 shrink-0 items-center px-2 text-muted">
      <Bars step={step} />
    </span>
  )
}

/** An abbreviated commit hash. */
export function Sha({ commit }: { commit: string }) {
  return (
    <code title={commit} className="rounded-code bg-hover px-4 font-mono text-label text-muted">
      {commit.slice(0, 7)}
    </code>
  )
}
