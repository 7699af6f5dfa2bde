import { UserRoundPen } from 'lucide-react'

/** What the feature waits for; in violet with an icon if it waits for the current user. */
export function Waits({ words, mine }: { words: string; mine: boolean }) {
  if (!mine) return <span className="text-helper whitespace-nowrap text-muted">{words}</span>
  return (
    <span className="inline-flex items-center gap-4 text-helper font-medium whitespace-nowrap text-accent">
      <UserRoundPen className="size-16" aria-hidden /> Needs you
    </span>
  )
}
