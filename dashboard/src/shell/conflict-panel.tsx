import { useMemo, useState, type ReactNode } from 'react'
import { compareTexts } from '../data/tasks/compare-texts.ts'
import { keepTheirs, mineOf, saveInstead, type Conflicted } from '../data/tasks/conflicts.ts'
import { toast } from '../data/toast.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { Field, Input, TextArea } from '../ui/field.tsx'
import { dateTime } from '../ui/format.ts'
import { Card } from '../ui/row.tsx'

const added = 'rounded-code bg-ok-soft no-underline'
const removed = 'mr-2 rounded-code bg-bad-soft text-muted line-through decoration-bad'

/** Both texts side by side, each as a diff against their common ancestor. */
export default function ConflictPanel({ write, onDecided }: { write: Conflicted; onDecided(): void }) {
  const { field, base, theirs, by, at } = write.conflict
  const mine = mineOf(write)
  const [merged, setMerged] = useState<string | null>(null)
  const word = field === 'body' ? 'comment' : field
  const keep = () => {
    keepTheirs(write)
    const copy = () => void navigator.clipboard.writeText(mine)
    toast.info('Their version was kept', { action: { label: 'Copy mine', onClick: copy } })
    onDecided()
  }
  const save = (text: string) => {
    saveInstead(write, text)
    onDecided()
  }
  const enough = merged?.trim() || field === 'description' || field === 'content'
  return (
    <div className="flex flex-col gap-12">
      <div className="grid gap-12 wide:grid-cols-2">
        <Version
          title={by && by !== 'You' ? `${by}’s version` : 'Saved version'}
          mark={
            <>
              <Chip tone="ok">Saved</Chip>
              <span className="text-helper text-muted max-wide:hidden">{dateTime(at)}</span>
            </>
          }
          base={base}
          text={theirs}
          copy="Copy their version"
        />
        <Version title="Your version" mark={<Chip tone="warn">Not saved</Chip>} base={base} text={mine} copy="Copy your version" />
      </div>
      <p className="text-helper text-muted">
        Compared with the {word} before both edits: <ins className={added}>added</ins> <del className={removed}>removed</del>
      </p>
      {merged !== null && (
        <Field label={`Merged ${word}`} hint="Starts from your version. Copy over what you want to keep of theirs.">
          {(ids) =>
            field === 'title' ? (
              <Input {...ids} autoFocus maxLength={300} value={merged} onChange={(event) => setMerged(event.target.value)} />
            ) : (
              <TextArea
                {...ids}
                autoFocus
                rows={8}
                maxLength={field === 'content' ? 100_000 : 20_000}
                value={merged}
                onChange={(event) => setMerged(event.target.value)}
              />
            )
          }
        </Field>
      )}
      <div className="sticky -bottom-16 -mx-16 -mb-16 flex flex-wrap justify-end gap-8 bg-panel px-16 py-12">
        {merged === null ? (
          <>
            <Button onClick={keep}>Keep theirs</Button>
            <Button onClick={() => save(mine)}>Use mine</Button>
            <Button look="primary" onClick={() => setMerged(mine)}>
              Merge…
            </Button>
          </>
        ) : (
          <>
            <Button look="quiet" onClick={() => setMerged(null)}>
              Back
            </Button>
            <Button look="primary" disabled={!enough} onClick={() => save(merged)}>
              Save merged {word}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

interface VersionProps {
  title: string
  mark: ReactNode
  base: string
  text: string
  copy: string
}

function Version({ title, mark, base, text, copy }: VersionProps) {
  const pieces = useMemo(() => compareTexts(base, text), [base, text])
  return (
    <section aria-label={title}>
      <Card className="flex h-full flex-col overflow-hidden">
        <header className="flex flex-wrap items-center gap-8 border-b border-line px-12 py-6">
          <h3 className="font-medium">{title}</h3>
          {mark}
          <span className="ml-auto" />
          <CopyButton text={text} label={copy} />
        </header>
        <div
          tabIndex={0}
          role="region"
          aria-label={`Changes in ${title}`}
          className="scrollbar-quiet max-h-column flex-1 overflow-y-auto px-12 py-8 wrap-anywhere whitespace-pre-wrap"
        >
          {text === '' && base === '' && <span className="text-muted">Empty</span>}
          {pieces.map(({ kind, text: part }, place) =>
            kind === 'same' ? (
              <span key={place}>{part}</span>
            ) : kind === 'added' ? (
              <ins key={place} className={added}>
                {part}
              </ins>
            ) : (
              <del key={place} className={removed}>
                {part}
              </del>
            ),
          )}
        </div>
      </Card>
    </section>
  )
}
