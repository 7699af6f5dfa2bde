import type { Output } from '@baton/client'
import { useMemo, useState, type ChangeEvent } from 'react'
import { clientFor } from '../../../data/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Field, Input, Select } from '../../../ui/field.tsx'
import { number } from '../../../ui/format.ts'
import { useCall } from '../../settings/use-call.ts'
import { guessMapping, importColumns, mappedCsv, readCsvFile, type CsvFile, type ImportColumn, type Mapping } from './csv-file.ts'
import { Problems, RowCounts } from './import-result.tsx'

const maxRows = 5000
const previewed = 5

interface Chosen {
  name: string
  /** JSON lines are sent unchanged: they name their fields. */
  text: string
  csv: CsvFile | null
}
type Checked = Output<'importItems'>

/** Choose a file, map its columns, and see what would happen before anything is stored. */
export function ImportCsv({ org, project, onStarted }: { org: string; project: string; onStarted(id: string): void }) {
  const call = useCall()
  const [file, setFile] = useState<Chosen | null>(null)
  const [mapping, setMapping] = useState<Mapping>({})
  const [skip, setSkip] = useState(true)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [busy, setBusy] = useState(false)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    setChecked(null)
    if (!chosen) return setFile(null)
    const text = await chosen.text()
    const csv = /\.jsonl?$/i.test(chosen.name) ? null : readCsvFile(text)
    setFile({ name: chosen.name, text, csv })
    setMapping(csv ? guessMapping(csv.header) : {})
  }
  const mapped = useMemo(
    () => file && (file.csv ? mappedCsv(file.csv, mapping) : { content: file.text, lineOf: (line: number) => line }),
    [file, mapping],
  )
  const input = file &&
    mapped && { project, format: file.csv ? ('csv' as const) : ('json' as const), content: mapped.content, skip_unknown_assignees: skip }
  const rows = file?.csv?.rows.length ?? file?.text.split('\n').filter((line) => line.trim()).length ?? 0
  const check = async () => {
    if (!input) return
    setBusy(true)
    setChecked(await call(() => clientFor(org).importItems({ ...input, dry_run: true })))
    setBusy(false)
  }
  const start = async () => {
    if (!input) return
    setBusy(true)
    const made = await call(() => clientFor(org).startImport(input))
    setBusy(false)
    if (made) onStarted(made.id)
  }
  const tooMany = rows > maxRows
  const untitled = file?.csv && mapping.title === undefined
  return (
    <div className="flex flex-col gap-12">
      <Field label="File" hint="CSV with a header row, or JSON lines. Up to 5,000 rows.">
        {(ids) => <Input {...ids} type="file" accept=".csv,.jsonl,.json,text/csv" onChange={(event) => void choose(event)} />}
      </Field>
      {file?.csv && (
        <ColumnTable
          csv={file.csv}
          mapping={mapping}
          onChange={(next) => {
            setMapping(next)
            setChecked(null)
          }}
        />
      )}
      {file && (
        <label className="touch flex items-center gap-8">
          <Checkbox
            checked={skip}
            onChange={(event) => {
              setSkip(event.target.checked)
              setChecked(null)
            }}
          />
          Leave tasks of unknown people unassigned
        </label>
      )}
      {tooMany && <p role="alert">This file has {number(rows)} rows. Split it into files of up to 5,000.</p>}
      {untitled && <p role="alert">Choose the column that holds the title.</p>}
      {checked && mapped && (
        <div role="status" className="flex flex-col gap-8">
          <RowCounts created={checked.created} updated={checked.updated} unchanged={checked.unchanged} refused={checked.errors.length} />
          <Problems title="Refused" problems={checked.errors} lineOf={mapped.lineOf} />
          <Problems title="Warnings" problems={checked.warnings} lineOf={mapped.lineOf} />
        </div>
      )}
      {file && !tooMany && (
        <div className="flex flex-wrap justify-end gap-8">
          <Button busy={busy} disabled={Boolean(untitled)} onClick={() => void check()}>
            Check file
          </Button>
          <Button
            look="primary"
            disabled={busy || !checked || checked.errors.length > 0 || checked.rows === 0}
            onClick={() => void start()}
          >
            Import {number(rows)} {rows === 1 ? 'row' : 'rows'}
          </Button>
        </div>
      )}
    </div>
  )
}

function ColumnTable({ csv, mapping, onChange }: { csv: CsvFile; mapping: Mapping; onChange(next: Mapping): void }) {
  const columnOf = (at: number) => (Object.keys(mapping) as ImportColumn[]).find((one) => mapping[one] === at) ?? ''
  const set = (at: number, column: string) => {
    const rest = Object.fromEntries(Object.entries(mapping).filter(([one, place]) => place !== at && one !== column)) as Mapping
    onChange(column ? { ...rest, [column]: at } : rest)
  }
  return (
    <div className="scrollbar-quiet overflow-x-auto rounded-card border border-line" tabIndex={0} role="region" aria-label="Preview">
      <table className="w-full text-left text-helper">
        <thead>
          <tr>
            {csv.header.map((name, at) => (
              <th key={`${at} ${name}`} scope="col" className="min-w-sparkline border-b border-line p-8 align-top font-medium">
                <span className="mb-4 block truncate">{name || `Column ${at + 1}`}</span>
                <Select
                  aria-label={`Import ${name || `column ${at + 1}`} as`}
                  value={columnOf(at)}
                  onChange={(event) => set(at, event.target.value)}
                  className="min-w-sidebar"
                >
                  <option value="">Don’t import</option>
                  {Object.entries(importColumns).map(([value, title]) => (
                    <option key={value} value={value}>
                      {title}
                    </option>
                  ))}
                </Select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {csv.rows.slice(0, previewed).map(({ line, cells }) => (
            <tr key={line}>
              {csv.header.map((name, at) => (
                <td key={`${at} ${name}`} className="max-w-sidebar truncate border-b border-line-soft p-8 text-muted">
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
