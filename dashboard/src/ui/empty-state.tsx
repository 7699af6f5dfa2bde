import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface StateProps {
  icon?: LucideIcon
  title: string
  /** It stands for the whole page, so its title is the heading. */
  whole?: boolean
  children?: ReactNode
  action?: ReactNode
}

/** Shown instead of content: says why there is none and what to do about it. */
export function EmptyState({ icon: Icon, title, whole, children, action }: StateProps) {
  const Title = whole ? 'h1' : 'p'
  return (
    <div className="mx-auto flex max-w-form flex-col items-center gap-8 px-16 py-48 text-center">
      {Icon && <Icon className="size-24 text-faint" aria-hidden />}
      <Title className="font-medium">{title}</Title>
      {children && <div className="text-muted">{children}</div>}
      {action}
    </div>
  )
}
