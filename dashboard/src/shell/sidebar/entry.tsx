import { Link } from '@tanstack/react-router'
import { classes } from '../../ui/classes.ts'
import type { NavItem } from '../navigation.ts'

/** A navigation link. Folded, only its icon is left, with a small count if something is waiting. */
export function Entry({ place, count, folded }: { place: NavItem; count?: number | undefined; folded?: boolean }) {
  return (
    <Link
      to={place.to}
      className={classes(
        'touch relative flex h-row items-center gap-10 rounded-control px-8 text-muted transition-colors hover:bg-hover hover:text-fg',
        folded && 'justify-center px-0',
      )}
      activeProps={{ className: 'bg-hover text-fg font-medium', 'aria-current': 'page' }}
      {...(folded && { title: place.title })}
    >
      <place.icon className="size-16 shrink-0" aria-hidden />
      <span className={folded ? 'sr-only' : 'flex-1 truncate'}>{place.title}</span>
      {count ? <span className={folded ? 'absolute top-2 right-2 font-mono text-label' : 'font-mono text-label'}>{count}</span> : null}
    </Link>
  )
}
