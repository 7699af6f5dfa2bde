import { Info, TriangleAlert } from 'lucide-react'
import { useOwn } from '../data/reads.ts'
import { classes } from '../ui/classes.ts'

/** The administrators' announcement to everybody. */
export default function InstanceBanner() {
  const { data } = useOwn('getLoginOptions', {})
  if (!data?.banner?.text) return null
  const warns = data.banner.tone === 'warning'
  const Icon = warns ? TriangleAlert : Info
  return (
    <p
      role="status"
      className={classes(
        'flex min-h-target shrink-0 items-center justify-center gap-8 px-12 py-4 text-helper',
        warns ? 'bg-warn-soft text-warn' : 'bg-accent-soft text-accent',
      )}
    >
      <Icon className="size-16 shrink-0" aria-hidden />
      {data.banner.text}
    </p>
  )
}
