import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../../commands/registry.ts'
import { Button } from '../../../ui/button.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { filterChoices, useMilestones } from './filter-choices.tsx'
import { useWork } from './work.ts'

/** All filters in one searchable list; text that matches none is searched for in titles and keys. */
export function FilterMenu() {
  const work = useWork()
  const { search, change } = work
  const [open, setOpen] = useState(false)
  useCommands([{ id: 'filter', title: 'Filter…', group: 'View', icon: ListFilter, keys: 'f', run: () => setOpen(true) }])
  const milestones = useMilestones(work.slug, open)
  const choices = open ? filterChoices({ ...work, milestones }) : []
  return (
    <Picker
      label="Filter"
      several
      choices={choices}
      chosen={choices.filter(({ on }) => on).map(({ value }) => value)}
      onPick={(value) => {
        const choice = choices.find((one) => one.value === value)
        if (choice) change({ filters: choice.change(search.filters) })
      }}
      onCreate={(text) => {
        change({ filters: { ...search.filters, text } })
        setOpen(false)
      }}
      createTitle={(text) => `Contains “${text}”`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet">
          <ListFilter aria-hidden />
          Filter
        </Button>
      }
    />
  )
}
