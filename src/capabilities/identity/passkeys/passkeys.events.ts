import { event } from '../../../kernel/events.ts'

interface OfPasskey {
  user_id: string
  passkey_id: string
  name: string
}

const owned = (data: OfPasskey) => ({ owner_id: data.user_id, subject_id: data.passkey_id })

export const passkeyAdded = event<OfPasskey>('passkey.added', owned)
export const passkeyChanged = event<OfPasskey>('passkey.changed', owned)
export const passkeyDeleted = event<OfPasskey>('passkey.deleted', owned)
