import { useRef, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { useDocumentTitle } from './use-document-title.ts'
import { ViewOnly } from './view-only.tsx'

interface PageProps {
  /** The heading, also used for the browser tab and by screen readers. */
  title: ReactNode
  /** The browser tab's title, if it differs from the heading. */
  tab?: string | undefined
  /** Beside the title: a count or a status. */
  about?: ReactNode
  /** Tabs or views of the same thing. */
  views?: ReactNode
  actions?: ReactNode
  /** Details beside the content, or below it if there is no room. */
  rail?: ReactNode
  /** The rail holds a graphic and needs more room. */
  wideRail?: boolean
  /** `reading` limits the line length, `wide` fills the screen. */
  width?: 'reading' | 'page' | 'wide'
  /** It shows the user's own data, which they can always change. */
  own?: boolean
  children: ReactNode
}

const widths = { reading: 'mx-auto w-full max-w-measure px-16 py-16', page: 'mx-auto w-full max-w-page px-16 py-16', wide: 'h-full' }

/** The frame of every screen: a fixed header, scrolling content and a rail. */
export function Page({ title, tab, about, views, actions, rail, wideRail, width = 'page', own, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(heading, tab)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-header shrink-0 flex-wrap items-center gap-x-12 gap-y-4 border-b border-line px-16 py-6">
        <h1 ref={heading} className="flex min-h-row min-w-0 items-center gap-6 truncate text-body font-semibold">
          {title}
        </h1>
        {about && <span className="text-muted">{about}</span>}
        {!own && <ViewOnly />}
        {views}
        <div className="ml-auto flex flex-wrap items-center gap-6">{actions}</div>
      </header>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto rail:flex-row rail:overflow-hidden">
        <div className={classes('min-w-0 flex-1', rail ? 'rail:overflow-y-auto' : 'overflow-y-auto', 'scrollbar-quiet')} tabIndex={-1}>
          <div className={widths[width]}>{children}</div>
        </div>
        {rail && (
          <aside
            aria-label="Details"
            className={classes(
              'scrollbar-quiet shrink-0 border-t border-line rail:overflow-y-auto rail:border-t-0 rail:border-l',
              wideRail ? 'rail:w-rail-wide' : 'rail:w-rail',
            )}
          >
            {rail}
          </aside>
        )}
      </div>
    </div>
  )
}

/** A section of a rail or a page, with a heading. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="border-b border-line-soft px-16 py-12 last:border-b-0">
      <div className="mb-8 flex items-center justify-between gap-8">
        <h2 className="text-helper font-medium text-muted">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
