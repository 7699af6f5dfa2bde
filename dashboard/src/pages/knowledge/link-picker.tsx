import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Picker, type Choice } from '../../ui/picker.tsx'
import type { Linked } from './linked-list.tsx'

interface LinkPickerProps {
  project: string | undefined
  linked: readonly Linked[]
  /** Reference of the chosen item, in the form that operations take. */
  onLink(name: string): void
}

/** Finds a task, a spec, a decision or a feature to link. The lists are loaded when it opens. */
export function LinkPicker({ project, linked, onLink }: LinkPickerProps) {
  const [open, setOpen] = useState(false)
  const within = { ...(project && { project }), limit: 100 }
  const tasks = useRead('listTasks', within, { enabled: open })
  const specs = useRead('listSpecs', within, { enabled: open })
  const decisions = useRead('listDecisions', within, { enabled: open })
  const features = useRead('listFeatures', within, { enabled: open })
  const choices: Choice[] = [
    ...(features.data?.items ?? []).map(({ ref, title }) => ({ value: ref, title: `${ref} ${title}`, words: 'feature' })),
    ...(specs.data?.items ?? []).map(({ ref, title }) => ({ value: ref, title: `${ref} ${title}`, words: 'spec' })),
    ...(decisions.data?.items ?? []).map(({ ref, title }) => ({ value: ref, title: `${ref} ${title}`, words: 'decision' })),
    ...(tasks.data?.items ?? []).map(({ key, title }) => ({ value: key, title: `${key} ${title}`, words: 'task' })),
  ]
  const chosen = linked.map(({ ref }) => ref)
  return (
    <Picker
      label="Link a task, spec, decision or feature"
      open={open}
      onOpenChange={setOpen}
      choices={choices}
      chosen={chosen}
      onPick={(name) => !chosen.includes(name) && onLink(name)}
      trigger={
        <Button>
          <Link2 aria-hidden /> Add link
        </Button>
      }
    />
  )
}
