import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'

/** Breadcrumbs for the title of a Page: the path as links, then the page's own key. */
export function Crumbs({ way, here }: { way: readonly { to: string; title: string }[]; here: string }) {
  return (
    <>
      {way.map(({ to, title }) => (
        <Fragment key={to}>
          <Link to={to} className="truncate rounded-code font-normal text-muted hover:text-fg max-wide:hidden">
            {title}
          </Link>
          <span className="font-normal text-faint max-wide:hidden" aria-hidden>
            /
          </span>
        </Fragment>
      ))}
      <span data-tab className="shrink-0 font-mono font-medium">
        {here}
      </span>
    </>
  )
}
