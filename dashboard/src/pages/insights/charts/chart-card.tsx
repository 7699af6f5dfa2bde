import { Download, Table2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { useInsightsSearch } from '../use-insights-search.ts'
import { download, type Table } from './csv.ts'

interface CardProps {
  /** What the data says, as a sentence. */
  finding: string
  /** Unit and count. */
  about: string
  /** Name of the exported file. */
  name: string
  table: Table
  legend?: ReactNode
  wide?: boolean
  /** Draws at the given width in pixels. */
  children: (width: number) => ReactNode
}

/** A chart with its finding above it, and its table and CSV one click away. */
export function ChartCard({ finding, about, name, table, legend, wide = false, children }: CardProps) {
  const [search] = useInsightsSearch()
  const [own, setOwn] = useState(false)
  const tabled = own !== (search.view === 'tables')
  return (
    <section
      aria-label={finding}
      className={classes(
        'flex min-w-0 flex-col gap-8 rounded-card border border-line bg-raised p-12 shadow-card',
        wide && 'rail:col-span-2',
      )}
    >
      <div className="flex items-start gap-8">
        <div className="min-w-0 flex-1">
          <h2 className="font-medium">{finding}</h2>
          <p className="text-helper text-muted">{about}</p>
        </div>
        <Button look="quiet" square aria-label={`Table: ${finding}`} aria-pressed={tabled} onClick={() => setOwn(!own)}>
          <Table2 aria-hidden />
        </Button>
        <Button look="quiet" square aria-label={`Download CSV: ${finding}`} onClick={() => download(name, table)}>
          <Download aria-hidden />
        </Button>
      </div>
      {!tabled && legend}
      {tabled ? <DataTable label={finding} table={table} /> : <Measured>{children}</Measured>}
    </section>
  )
}

function DataTable({ label, table: { columns, rows } }: { label: string; table: Table }) {
  return (
    <div className="scrollbar-quiet max-h-console-tall overflow-auto" tabIndex={0} role="region" aria-label={`Table: ${label}`}>
      <table className="w-full text-helper">
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col" className={classes('px-6 py-4 font-medium text-muted', at === 0 ? 'text-left' : 'text-right')}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at} className="border-t border-line-soft">
              {row.map((value, column) => (
                <td key={column} className={classes('px-6 py-4 font-mono whitespace-nowrap', column === 0 ? 'text-left' : 'text-right')}>
                  {value ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="p-8 text-muted">No data for this period.</p>}
    </div>
  )
}

/** Charts are drawn at the available width, so that their labels stay readable on a phone. */
function Measured({ children }: { children: (width: number) => ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)))
    observer.observe(element)
    setWidth(Math.floor(element.clientWidth))
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} className="min-w-0">
      {width > 0 && children(width)}
    </div>
  )
}

export function Legend({ entries }: { entries: readonly { title: string; mark: ReactNode }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-12 gap-y-4 text-helper text-muted">
      {entries.map(({ title, mark }) => (
        <li key={title} className="flex items-center gap-6">
          <svg viewBox="0 0 10 10" className="size-10" aria-hidden>
            {mark}
          </svg>
          {title}
        </li>
      ))}
    </ul>
  )
}
