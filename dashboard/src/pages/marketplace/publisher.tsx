import { BadgeCheck, ShieldAlert, TriangleAlert } from 'lucide-react'
import { Chip } from '../../ui/chip.tsx'
import { plural } from '../../ui/format.ts'

export function Publisher({ organization, verified }: { organization: string; verified: boolean }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-4">
      <span className="truncate">by {organization}</span>
      {verified ? (
        <span className="inline-flex items-center gap-2 text-ok">
          <BadgeCheck className="size-16 shrink-0" aria-hidden /> verified
        </span>
      ) : (
        <span>(not verified)</span>
      )}
    </span>
  )
}

/** How much a scan found, in a word. */
export function FindingsChip({ danger, warning }: { danger: number; warning: number }) {
  if (danger > 0)
    return (
      <Chip tone="bad">
        <ShieldAlert className="size-12" aria-hidden /> {plural(danger, 'danger')}
      </Chip>
    )
  if (warning > 0)
    return (
      <Chip tone="warn">
        <TriangleAlert className="size-12" aria-hidden /> {plural(warning, 'warning')}
      </Chip>
    )
  return <Chip>no findings</Chip>
}
