import { event } from '../../../kernel/events.ts'

interface OfUser {
  user_id: string
}

const owned = (data: OfUser) => ({ owner_id: data.user_id, subject_id: data.user_id })

export const totpEnabled = event<OfUser>('totp.enabled', owned)
export const totpDisabled = event<OfUser>('totp.disabled', owned)
export const recoveryCodesRenewed = event<OfUser>('recovery_codes.renewed', owned)
