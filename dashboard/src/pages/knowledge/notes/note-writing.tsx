import { Check, CloudUpload, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Editor } from '../../../ui/editor/editor.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { mentionable } from '../mentionable.ts'
import { keepLinks, type Note } from './note-links.ts'
import { useAutosave, type SaveState } from './use-autosave.ts'

const words: Record<SaveState, string> = {
  saved: 'Saved',
  typing: 'Unsaved changes',
  saving: 'Saving',
  conflict: 'Someone else edited this',
}

/** Editor of a note, with autosave. */
export function NoteWriting({ note, close }: { note: Note; close(): void }) {
  const organization = useOrganization()
  const people = usePeople()
  const { state, round, text, write, save, keepMine, takeTheirs } = useAutosave(organization, note)
  // The editor normalizes a text when it opens it; only user input counts as a change.
  const touched = useRef(-1)
  const touch = () => void (touched.current = round)
  const Icon = state === 'saved' ? Check : state === 'conflict' ? TriangleAlert : CloudUpload
  const finish = () => {
    save()
    close()
  }
  return (
    <div className="flex flex-col gap-12">
      {state === 'conflict' && <Conflict theirs={note.content} keepMine={keepMine} takeTheirs={takeTheirs} />}
      <div onKeyDownCapture={touch} onPointerDownCapture={touch} onPasteCapture={touch} onDropCapture={touch} onInputCapture={touch}>
        <Editor
          key={round}
          label="Note text"
          text={text.current}
          placeholder="Start writing. Link with [[BAT-12]] or [[Note title]], mention with @name."
          people={mentionable(people)}
          onText={(next) => touched.current === round && write(keepLinks(next))}
          onSubmit={finish}
          onCancel={finish}
        />
      </div>
      <div className="flex items-center justify-between gap-8">
        <span role="status" className="inline-flex items-center gap-6 text-helper text-muted">
          <Icon className="size-16" aria-hidden /> {words[state]}
        </span>
        <Button look="primary" disabled={state === 'conflict'} onClick={finish}>
          Done
        </Button>
      </div>
    </div>
  )
}

function Conflict({ theirs, keepMine, takeTheirs }: { theirs: string; keepMine(): void; takeTheirs(): void }) {
  const [open, setOpen] = useState(false)
  return (
    <div role="alert" className="flex flex-wrap items-center gap-8 rounded-card border border-line bg-warn-soft p-12">
      <p className="min-w-0 flex-1 text-warn">Someone edited this note while you were writing. Your version isn’t saved yet.</p>
      <Button onClick={() => setOpen(true)}>Show their version</Button>
      <Button onClick={takeTheirs}>Use their version</Button>
      <Button onClick={keepMine}>Keep my version</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Their version" at="side">
        <Markdown text={theirs || 'Empty.'} />
      </Dialog>
    </div>
  )
}
