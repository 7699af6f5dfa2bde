import { event } from '../../../kernel/events.ts'

interface OfTunnel {
  tunnel: { id: string; name: string }
}

const place = ({ tunnel }: OfTunnel) => ({ subject_id: tunnel.id })

export const tunnelRegistered = event<OfTunnel>('tunnel.registered', place)
export const tunnelClaimed = event<OfTunnel>('tunnel.claimed', place)
export const tunnelPaired = event<OfTunnel & { fingerprint: string }>('tunnel.paired', place)
export const tunnelUpdated = event<OfTunnel>('tunnel.updated', place)
export const tunnelDeleted = event<OfTunnel>('tunnel.deleted', place)
export const tunnelConnected = event<OfTunnel>('tunnel.connected', place)
export const tunnelDisconnected = event<OfTunnel>('tunnel.disconnected', place)
