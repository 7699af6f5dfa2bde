import { classes } from '../../../ui/classes.ts'
import type { Item } from '../../../data/tasks/items.ts'
import { AssigneePicker } from './rail/assignee-picker.tsx'
import { FeatureGate } from './rail/feature-gate.tsx'
import { PriorityPicker, StatusPicker } from './rail/mark-pickers.tsx'

/** The fields that are changed most, within reach where the rail is below. */
export function ItemChips({ item, always }: { item: Item; always: boolean }) {
  return (
    <div className={classes('mb-12 flex flex-wrap gap-6', !always && 'rail:hidden')}>
      <StatusPicker item={item} chip />
      <PriorityPicker item={item} chip />
      {item.kind === 'task' && <AssigneePicker item={item} chip />}
      {item.kind === 'task' && <FeatureGate item={item} chip />}
    </div>
  )
}
