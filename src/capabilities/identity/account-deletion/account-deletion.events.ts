import { event } from '../../../kernel/events.ts'

interface OfUser {
  user_id: string
}

const owned = ({ user_id }: OfUser) => ({ owner_id: user_id, subject_id: user_id })

export const accountClosed = event<OfUser>('account.closed', owned)
export const accountRestored = event<OfUser>('account.restored', owned)
