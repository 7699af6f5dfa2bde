import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { usePermissions } from '../../../data/permissions.ts'
import { useEditTasks } from '../../../data/tasks/edit-tasks.ts'
import { Button } from '../../../ui/button.tsx'
import { Editor } from '../../../ui/editor/editor.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import type { Item } from '../../../data/tasks/items.ts'
import { useEverybody } from './people.ts'

/** The text of an item: rendered with checkboxes that can be ticked, written in an editor. */
export function ItemDescription({ item, onFiles }: { item: Item; onFiles(files: File[]): Promise<string> }) {
  const people = useEverybody()
  const { writes } = usePermissions()
  const edit = useEditTasks(item.project.slug)
  const [draft, setDraft] = useState<{ from: Item; text: string } | null>(null)
  if (!draft)
    return (
      <div className="group relative mb-16">
        {item.description.trim() ? (
          <Markdown
            text={item.description}
            names={people.map(({ handle }) => handle)}
            {...(writes && { onTick: (description: string) => edit.edit([item], { description }) })}
          />
        ) : null}
        {writes && (
          <Button look="quiet" className="-ml-8 mt-4" onClick={() => setDraft({ from: item, text: item.description })}>
            <Pencil />
            {item.description.trim() ? 'Edit description' : 'Add description'}
          </Button>
        )}
      </div>
    )
  const finish = () => {
    setDraft(null)
    edit.edit([draft.from], { description: draft.text })
  }
  return (
    <div className="mb-16 flex flex-col gap-8">
      {draft.from.description !== item.description && (
        <p role="status" className="rounded-card bg-warn-soft px-12 py-8 text-helper text-warn">
          Someone else edited this while you were writing. You can compare both versions when you save.
        </p>
      )}
      <Editor
        label="Description"
        text={draft.text}
        people={people}
        placeholder="Describe the goal and how to tell it’s done. Type @ to mention someone."
        onText={(text) => setDraft((before) => before && { ...before, text })}
        onSubmit={finish}
        onCancel={() => setDraft(null)}
        onFiles={onFiles}
      />
      <div className="flex justify-end gap-6">
        <Button look="quiet" onClick={() => setDraft(null)}>
          Cancel
        </Button>
        <Button look="primary" onClick={finish}>
          Save description
        </Button>
      </div>
    </div>
  )
}
