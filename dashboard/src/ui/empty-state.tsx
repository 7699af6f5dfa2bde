import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface StateProps {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** Shown instead of content: says why there is none and what to do about it. */
export function EmptyState({ icon: Icon, title, children, action }: StateProps) {
  return (
    <div className="mx-auto flex max-w-form flex-col items-center gap-8 px-16 py-48 text-center">
      {Icon && <Icon className="size-24 text-faint" aria-hidden />}
      <p className="font-medium">{title}</p>
      {children && <div className="text-muted">{children}</div>}
      {action}
    </div>
  )
}
