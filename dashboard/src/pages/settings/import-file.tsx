import { useState, type ChangeEvent } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { queries } from '../../data/reads.ts'
import { largestImport, sendImport, type ImportAnswer } from '../../data/sync-files.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Group } from './settings-frame.tsx'
import { useCall } from './use-call.ts'

const names: Record<string, string> = {
  agent: 'agents',
  project: 'projects',
  workflow: 'workflows',
  item: 'epics, stories and tasks',
  comment: 'comments',
  attachment: 'attachments',
  note: 'notes',
  spec: 'specs',
  decision: 'decisions',
  memory: 'memories',
  skill: 'skills',
  feature: 'features',
  view: 'views',
}

/** A file gets a dry run first; nothing is stored before the person has seen what is in it. */
export function ImportFile() {
  const org = useOrganization()
  const call = useCall()
  const [file, setFile] = useState<File | null>(null)
  const [answer, setAnswer] = useState<ImportAnswer | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (chosen: File, dryRun: boolean) => {
    setBusy(true)
    setAnswer(await call(() => sendImport(org, chosen, dryRun), dryRun ? {} : { done: 'Imported' }))
    setBusy(false)
    // Everything that was read before the import is stale now.
    if (!dryRun) await queries.invalidateQueries()
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0] ?? null
    setFile(chosen)
    setAnswer(null)
    if (chosen && chosen.size <= largestImport) void send(chosen, true)
  }
  const tooLarge = file !== null && file.size > largestImport
  return (
    <Group
      title="Import"
      about="A Baton export. Works best in an empty organization. Features restart at their first gate, and you become the author of everything."
    >
      <Field label="File">{(ids) => <Input {...ids} type="file" accept=".jsonl,application/jsonl" onChange={choose} />}</Field>
      {tooLarge && <p role="alert">This file is over 64 MiB. Export again without attachments.</p>}
      {busy && <p className="text-muted">Reading the file…</p>}
      {answer && <Preview answer={answer} />}
      {file && answer?.dry_run && answer.taken.length === 0 && (
        <Button look="primary" disabled={busy} onClick={() => void send(file, false)}>
          Import
        </Button>
      )}
    </Group>
  )
}

function Preview({ answer: { dry_run, records, stored, taken, unknown_people } }: { answer: ImportAnswer }) {
  const parts = Object.entries(records).map(([kind, count]) => `${count} ${names[kind] ?? kind}`)
  return (
    <div role="status" className="flex flex-col gap-4">
      <p>
        {dry_run ? 'This file has ' : `Stored ${stored} rows of `}
        {parts.join(', ') || 'nothing'}.
      </p>
      {taken.length > 0 && (
        <p className="text-bad">
          These slugs and keys are already taken: <span className="font-mono">{taken.join(', ')}</span>. Import into an empty organization.
        </p>
      )}
      {unknown_people.length > 0 && (
        <p className="text-muted">
          Not members here, so left unassigned: <span className="font-mono">{unknown_people.join(', ')}</span>
        </p>
      )}
    </div>
  )
}
