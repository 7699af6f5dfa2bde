import { event } from '../../../kernel/events.ts'
import type { HintRow } from './session-hints.queries.ts'

interface HintScope {
  project_id: string | null
  owner_id: string | null
}
interface Data {
  hint: HintRow
  where: HintScope
  /** A person who holds a lease without an agent gets it as a notification. */
  mentions?: string[]
}

const place = ({ hint, where }: Data) => ({ subject_id: hint.session_id ?? hint.task_id, ...where })

export const hintSent = event<Data>('hint.sent', place)
export const hintDelivered = event<Data>('hint.delivered', place)
