import { event } from '../../../kernel/events.ts'

interface Of {
  user_id: string
  impersonation_id: string
}

const owned = ({ user_id, impersonation_id }: Of) => ({ owner_id: user_id, subject_id: impersonation_id })

export const impersonationStarted = event<Of & { reason: string; ends_at: string }>('impersonation.started', owned)
export const impersonationEnded = event<Of>('impersonation.ended', owned)
