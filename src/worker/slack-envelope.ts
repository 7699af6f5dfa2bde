import { z } from 'zod'

const Envelope = z.object({
  envelope_id: z.string().min(1).max(100),
  type: z.string(),
  payload: z.looseObject({
    type: z.string().optional(),
    container: z.looseObject({ channel_id: z.string().max(64).optional(), message_ts: z.string().max(64).optional() }).optional(),
    event: z.looseObject({ type: z.string().optional() }).optional(),
  }),
})

interface Read {
  id: string
  input: { what: 'click' | 'revoked' | 'other'; channel?: string; ts?: string }
}

const ended = new Set(['tokens_revoked', 'app_uninstalled'])

/** Reads only which message was clicked, and whether the app is gone. Who clicked is not read: it would prove nothing. */
export function readEnvelope(data: string): Read | null {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return null
  }
  const read = Envelope.safeParse(value)
  if (!read.success) return null
  const { envelope_id: id, type, payload } = read.data
  if (type === 'events_api' && ended.has(payload.event?.type ?? '')) return { id, input: { what: 'revoked' } }
  const { channel_id, message_ts } = payload.container ?? {}
  if (type === 'interactive' && payload.type === 'block_actions' && channel_id && message_ts)
    return { id, input: { what: 'click', channel: channel_id, ts: message_ts } }
  return { id, input: { what: 'other' } }
}
