import { BatonError } from '@baton/client'
import { reach } from '../../data/unreachable.ts'

/** Gives this login to a waiting authorization; returns where it continues. This is not an operation, so the client has no method for it. */
export async function handOver(uid: string, token: string): Promise<string> {
  const response = await reach(`/oauth/interaction/${encodeURIComponent(uid)}/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  })
  if (!response.ok) throw await BatonError.from(response)
  const { location } = (await response.json()) as { location: string }
  return location
}
