import type { Output } from '@baton/client'
import { count, money } from '../../../ui/format.ts'
import { Sparkline } from '../../../ui/sparkline.tsx'

type Checkpoint = Output<'listCheckpoints'>['items'][number]

/** Running total at each checkpoint, oldest first. */
function sums(checkpoints: readonly Checkpoint[], of: (one: Checkpoint) => number): number[] {
  let all = 0
  return checkpoints.toSorted((a, b) => a.number - b.number).map((one) => (all += of(one)))
}

/** How spending grew from checkpoint to checkpoint, in dollars and in tokens. */
export function CostCurve({ checkpoints }: { checkpoints: readonly Checkpoint[] }) {
  const dollars = sums(checkpoints, ({ cost }) => cost ?? 0)
  const tokens = sums(checkpoints, ({ tokens_in, tokens_out }) => (tokens_in ?? 0) + (tokens_out ?? 0))
  const [spent = 0, used = 0] = [dollars.at(-1), tokens.at(-1)]
  if (spent + used === 0) return null
  return (
    <div role="group" aria-label="Spend over time" className="flex flex-wrap items-center gap-x-24 gap-y-8 text-helper text-muted">
      {spent > 0 && (
        <span className="inline-flex items-center gap-8">
          Cost
          <Sparkline values={[0, ...dollars]} label={`Cost grew to ${money(spent)} over ${dollars.length} checkpoints`} />
          <span className="font-mono text-fg">{money(spent)}</span>
        </span>
      )}
      {used > 0 && (
        <span className="inline-flex items-center gap-8">
          Tokens
          <Sparkline values={[0, ...tokens]} label={`Tokens grew to ${count(used)} over ${tokens.length} checkpoints`} />
          <span className="font-mono text-fg">{count(used)}</span>
        </span>
      )}
    </div>
  )
}
