import { useRef } from 'react'
import { classes } from '../../../ui/classes.ts'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { headingsOf } from './sections.ts'

const indents = ['', 'pl-8', 'pl-16', 'pl-24']

/** The text, preceded by a list of its sections if there are several. */
export function SpecReading({ body }: { body: string }) {
  const text = useRef<HTMLDivElement>(null)
  const headings = headingsOf(body)
  const go = (at: number) => {
    const found = text.current?.querySelectorAll<HTMLElement>('h2, h3, h4')[at]
    found?.setAttribute('tabindex', '-1')
    found?.focus({ preventScroll: true })
    found?.scrollIntoView({ block: 'start' })
  }
  return (
    <div className="flex flex-col gap-16">
      {headings.length > 2 && (
        <nav aria-label="Sections" className="rounded-card border border-line bg-sunken p-8">
          <ol className="flex flex-col">
            {headings.map(({ level, title }, at) => (
              <li key={`${at} ${title}`} className={indents[level - 1] ?? ''}>
                <button
                  type="button"
                  onClick={() => go(at)}
                  className={classes('touch w-full truncate rounded-control px-8 py-2 text-left hover:bg-hover', level > 1 && 'text-muted')}
                >
                  {title}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div ref={text}>
        {body.trim() ? <Markdown text={body} /> : <p className="text-muted">Nothing here yet. Edit it, or let an agent use update_spec.</p>}
      </div>
    </div>
  )
}
