import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../data/may.ts'
import { useOrganization } from '../../data/organization.ts'
import { Button } from '../../ui/button.tsx'
import { Editor } from '../../ui/editor/editor.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { changeItem } from './change-item.ts'
import type { Item } from './item.ts'
import { useEverybody } from './people.ts'

/** The text of an item: read with boxes that can be ticked, written in an editor. */
export function ItemDescription({ item, onFiles }: { item: Item; onFiles(files: File[]): Promise<string> }) {
  const organization = useOrganization()
  const people = useEverybody()
  const { writes } = useMay()
  const [draft, setDraft] = useState<{ from: string; text: string } | null>(null)
  const save = async (description: string) => {
    const label = `Change the description of ${item.key}`
    return changeItem({ organization, item, fields: { description }, shown: { description }, label })
  }
  if (!draft)
    return (
      <div className="group relative mb-16">
        {item.description.trim() ? (
          <Markdown
            text={item.description}
            names={people.map(({ handle }) => handle)}
            {...(writes && { onTick: (text: string) => void save(text) })}
          />
        ) : null}
        {writes && (
          <Button look="quiet" className="-ml-8 mt-4" onClick={() => setDraft({ from: item.description, text: item.description })}>
            <Pencil />
            {item.description.trim() ? 'Edit the description' : 'Write a description'}
          </Button>
        )}
      </div>
    )
  const finish = async () => {
    const { text } = draft
    setDraft(null)
    // What the server does not take stays with its author.
    if (text !== item.description && !(await save(text))) setDraft({ from: item.description, text })
  }
  return (
    <div className="mb-16 flex flex-col gap-8">
      {draft.from !== item.description && (
        <p role="status" className="flex flex-wrap items-center gap-8 rounded-card bg-warn-soft px-12 py-4 text-helper text-warn">
          Somebody changed this text while you were writing. Saving replaces theirs.
          <Button look="quiet" onClick={() => setDraft(null)}>
            Take theirs
          </Button>
        </p>
      )}
      <Editor
        label="Description"
        text={draft.text}
        people={people}
        placeholder="What it is for, and when it is done. Type @ to mention somebody."
        onText={(text) => setDraft((before) => before && { ...before, text })}
        onSubmit={() => void finish()}
        onCancel={() => setDraft(null)}
        onFiles={onFiles}
      />
      <div className="flex justify-end gap-6">
        <Button look="quiet" onClick={() => setDraft(null)}>
          Cancel
        </Button>
        <Button look="primary" onClick={() => void finish()}>
          Save description
        </Button>
      </div>
    </div>
  )
}
