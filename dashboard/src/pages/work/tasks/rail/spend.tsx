import { useRead } from '../../../../data/reads.ts'
import { count, money } from '../../../../ui/format.ts'
import type { Item } from '../../../../data/tasks/items.ts'

/** The usage that its session reported; no report is not the same as zero. */
export function Spend({ item }: { item: Item }) {
  const session = item.session?.id
  const { data } = useRead('listCheckpoints', { session: session ?? '', limit: 100 }, { enabled: Boolean(session) })
  const steps = data?.items ?? []
  const sum = (of: 'cost' | 'tokens_in' | 'tokens_out') => {
    const known = steps.map((step) => step[of]).filter((value) => value !== null)
    return known.length > 0 ? known.reduce((all, one) => all + one, 0) : null
  }
  const cost = sum('cost')
  const tokens = (sum('tokens_in') ?? 0) + (sum('tokens_out') ?? 0)
  if (cost === null && tokens === 0) return <span className="text-muted">Unknown</span>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-6">
      <span className="font-mono">{cost === null ? 'unknown' : money(cost)}</span>
      {tokens > 0 && <span className="text-muted">{count(tokens)} tokens</span>}
    </span>
  )
}
