import type { Output } from '@baton/client'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { number } from '../../../ui/format.ts'
import { Meter } from '../../../ui/meter.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { importColumns, type ImportColumn } from './csv-file.ts'

type Problem = Output<'importItems'>['errors'][number]

export function RowCounts({
  created,
  updated,
  unchanged,
  refused,
}: {
  created: number
  updated: number
  unchanged: number
  refused: number
}) {
  return (
    <dl className="flex flex-wrap gap-16">
      {Object.entries({ Created: created, Updated: updated, Unchanged: unchanged, Refused: refused }).map(([word, value]) => (
        <div key={word} className="flex items-baseline gap-6">
          <dt className="text-helper text-muted">{word}</dt>
          <dd className="font-mono">{number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The errors, by the line numbers of the chosen file. */
export function Problems({
  title,
  problems,
  lineOf = (line) => line,
}: {
  title: string
  problems: readonly Problem[]
  lineOf?: (line: number) => number
}) {
  if (problems.length === 0) return null
  return (
    <section>
      <h3 className="mb-4 text-helper font-medium text-muted">{title}</h3>
      <ul className="flex flex-col gap-2 text-helper">
        {problems.map(({ line, field, message }) => (
          <li key={`${line} ${field} ${message}`}>
            {line > 0 && <span className="font-mono">Line {lineOf(line)}: </span>}
            {field && `${field in importColumns ? importColumns[field as ImportColumn] : field} `}
            {message}
          </li>
        ))}
      </ul>
    </section>
  )
}

const words = { queued: 'Waiting to start', running: 'Importing', done: 'Import finished', failed: 'Import failed' }

/** Progress of an import. The worker continues whether or not anyone is watching. */
export function ImportProgress({ id, onClose }: { id: string; onClose(): void }) {
  const read = useRead('getImport', { import: id })
  return (
    <Loaded read={read}>
      {({ status, total, done, created, updated, unchanged, errors, warnings }) => (
        <div role="status" className="flex flex-col gap-12">
          <p className={status === 'failed' ? 'text-bad' : 'font-medium'}>{words[status]}</p>
          <Meter label={`${number(done)} of ${number(total)} rows`} share={total === 0 ? 0 : Math.min(1, done / total)} />
          <p className="text-helper text-muted">
            {number(Math.min(done, total))} of {number(total)} rows
            {status === 'done' || status === 'failed' ? '' : '. You can leave this page.'}
          </p>
          <RowCounts created={created} updated={updated} unchanged={unchanged} refused={errors.length} />
          <Problems title="Refused" problems={errors} />
          <Problems title="Warnings" problems={warnings} />
          {(status === 'done' || status === 'failed') && (
            <Button className="self-end" onClick={onClose}>
              Import another file
            </Button>
          )}
        </div>
      )}
    </Loaded>
  )
}
