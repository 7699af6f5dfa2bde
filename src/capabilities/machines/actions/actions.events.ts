import { event } from '../../../kernel/events.ts'

/** Only a machine's owner can see what is requested from it. */
interface OfAction {
  action: { id: string; tunnel_id: string; name: string; risk: string; state: string }
  owner_id: string
}

const place = ({ action, owner_id }: OfAction) => ({ subject_id: action.id, owner_id })

export const actionRequested = event<OfAction>('tunnel_action.requested', place)
export const actionApproved = event<OfAction>('tunnel_action.approved', place)
export const actionDenied = event<OfAction>('tunnel_action.denied', place)
export const actionUpdated = event<OfAction>('tunnel_action.updated', place)

interface OfSigner {
  signer: { name: string; fingerprint: string }
  tunnel_id: string
  owner_id: string
}

const ofSigner = ({ tunnel_id, owner_id }: OfSigner) => ({ subject_id: tunnel_id, owner_id })

export const signerOffered = event<OfSigner>('tunnel_signer.offered', ofSigner)
export const signerConfirmed = event<OfSigner>('tunnel_signer.confirmed', ofSigner)
