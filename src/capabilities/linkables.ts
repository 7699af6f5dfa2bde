import { linkableDecisions } from './knowledge/decisions/require-decision.ts'
import { linkableFeatures } from './features/features/require-feature.ts'
import { linkables } from './links/linkable.ts'
import { linkableNotes } from './knowledge/notes/require-note.ts'
import { linkableSpecs } from './knowledge/specs/require-spec.ts'
import { linkableTasks } from './work/items/require-any-item.ts'

/** Every kind that can be linked; a new one adds its line here. */
Object.assign(linkables, {
  note: linkableNotes,
  task: linkableTasks,
  feature: linkableFeatures,
  spec: linkableSpecs,
  decision: linkableDecisions,
} satisfies Required<typeof linkables>)
