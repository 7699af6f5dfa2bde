import { event } from '../../../kernel/events.ts'

interface Data {
  device: { id: string; name: string }
  user_id: string
}

const place = ({ device, user_id }: Data) => ({ owner_id: user_id, subject_id: device.id })

export const deviceRegistered = event<Data>('sync.device_registered', place)
export const deviceRemoved = event<Data>('sync.device_removed', place)

interface Kept {
  conflict: { id: string; kind: string; subject_id: string; field: string }
  user_id: string
}
const ofConflict = ({ conflict, user_id }: Kept) => ({ owner_id: user_id, subject_id: conflict.id })

/** A long text lost a merge and waits for the pushing user to review it. */
export const conflictKept = event<Kept>('sync.conflict_kept', ofConflict)
export const conflictResolved = event<Kept>('sync.conflict_resolved', ofConflict)
