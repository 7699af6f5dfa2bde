import { ArrowDownUp, Eye, Group, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { Button } from '../../../ui/button.tsx'
import { Picker, type Choice } from '../../../ui/picker.tsx'
import { groups, type GroupBy, type Sort } from './search.ts'
import { useWork } from './work.ts'

const sorts: Record<Sort, string> = {
  rank: 'manual order',
  priority: 'priority',
  due: 'due date',
  updated: 'last updated',
  newest: 'newest first',
}

/** How the tasks are laid out. */
export function DisplayMenu() {
  const { columns, search, change } = useWork()
  const [open, setOpen] = useState(false)
  useCommands([{ id: 'display', title: 'Display…', group: 'View', icon: SlidersHorizontal, keys: 'v', run: () => setOpen(true) }])
  const icon = (Icon: typeof Eye) => <Icon className="size-16 text-muted" aria-hidden />
  const choices: Choice[] = [
    ...groups.map((value) => ({ value: `group ${value}`, title: `Group by ${value}`, icon: icon(Group) })),
    ...Object.entries(sorts).map(([value, word]) => ({ value: `sort ${value}`, title: `Sort by ${word}`, icon: icon(ArrowDownUp) })),
    ...columns.map(({ value, title }) => ({ value: `show ${value}`, title: `Show ${title}`, icon: icon(Eye) })),
  ]
  const chosen = [
    `group ${search.group}`,
    `sort ${search.sort}`,
    ...columns.filter(({ value }) => !search.hidden.includes(value)).map(({ value }) => `show ${value}`),
  ]
  const pick = (picked: string) => {
    const [kind = ''] = picked.split(' ')
    // A label may contain spaces.
    const value = picked.slice(kind.length + 1)
    if (kind === 'group') change({ group: value as GroupBy, hidden: [], folded: [] })
    else if (kind === 'sort') change({ sort: value as Sort })
    else
      change({
        hidden: search.hidden.includes(value) ? search.hidden.filter((one) => one !== value) : [...search.hidden, value],
      })
  }
  return (
    <Picker
      label="Display"
      several
      choices={choices}
      chosen={chosen}
      onPick={pick}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet">
          <SlidersHorizontal aria-hidden />
          Display
        </Button>
      }
    />
  )
}
