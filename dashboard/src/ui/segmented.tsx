import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { classes } from './classes.ts'

const frame = 'inline-flex w-fit max-w-full overflow-x-auto rounded-control border border-line p-2'
const piece = 'touch inline-flex h-24 shrink-0 items-center justify-center gap-6 rounded-code px-10 whitespace-nowrap transition-colors'
const on = 'bg-hover text-fg font-medium'
const off = 'text-muted hover:text-fg'

interface Option<T extends string> {
  value: T
  title: ReactNode
  icon?: LucideIcon
}

/** A choice among a few options that are always visible. */
export function Segmented<T extends string>(props: {
  label: string
  value: T
  options: readonly Option<NoInfer<T>>[]
  onChange(value: NoInfer<T>): void
}) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => void (row.current && centre(row.current)), [props.value])
  return (
    <div ref={row} role="radiogroup" aria-label={props.label} className={frame}>
      {props.options.map(({ value, title, icon: Icon }) => (
        <button
          key={value}
          type="button"
          role="radio"
          aria-checked={value === props.value}
          onClick={() => props.onChange(value)}
          className={classes(piece, value === props.value ? on : off)}
        >
          {Icon && <Icon className="size-16" aria-hidden />}
          {title}
        </button>
      ))}
    </div>
  )
}

/** Scrolls the selected option into view if not all of them fit. */
function centre(row: HTMLElement): void {
  const chosen = row.querySelector('[aria-checked=true]')?.getBoundingClientRect()
  const box = row.getBoundingClientRect()
  if (chosen) row.scrollLeft += chosen.left + chosen.width / 2 - box.left - box.width / 2
}

/** Tabs with a URL each. */
export function LinkTabs({
  label,
  tabs,
  keepSearch,
}: {
  label: string
  /** `exact`: not marked as current on pages below its URL. */
  tabs: readonly { to: string; title: string; icon?: LucideIcon; exact?: boolean }[]
  /** The tabs share their filters, so links keep the search parameters. */
  keepSearch?: boolean
}) {
  return (
    <nav aria-label={label} className={frame}>
      {tabs.map(({ to, title, icon: Icon, exact = false }) => (
        <Link
          key={to}
          to={to}
          {...(keepSearch && { search: true as never })}
          className={piece}
          activeOptions={{ includeSearch: false, exact }}
          activeProps={{ className: on, 'aria-current': 'page' }}
          inactiveProps={{ className: off }}
        >
          {Icon && <Icon className="size-16" aria-hidden />}
          {title}
        </Link>
      ))}
    </nav>
  )
}
