import { event } from '../../../kernel/events.ts'

interface OfDevice {
  user_id: string
  client: string
}

const owned = (data: OfDevice) => ({ owner_id: data.user_id, subject_id: data.user_id })

export const deviceApproved = event<OfDevice>('device.approved', owned)
export const deviceDenied = event<OfDevice>('device.denied', owned)
