import { event } from '../../../kernel/events.ts'

interface OfConnection {
  connection: { id: string; kind: string; account: string }
}

const place = ({ connection }: OfConnection) => ({ subject_id: connection.id })

export const connectionAdded = event<OfConnection & { repositories: number }>('code_connection.added', place)
export const connectionEnded = event<OfConnection>('code_connection.ended', place)
