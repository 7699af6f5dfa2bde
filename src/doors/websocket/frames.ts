import { z } from 'zod'
import { Refusal } from '../../kernel/errors.ts'
import { forPrograms, spellMessages } from '../shared/next-step.ts'

const SubscriptionId = z.string().min(1).max(64)

const ThingName = z.string().min(1).max(100)
const after = z.int().min(0).optional().describe('The last number you were told: what came after it is sent first')
const most = z.int().min(0).max(10_000).optional().describe('Of more events than this you are told to read your state again instead')
const from = { after, most }

const Subscribe = z.discriminatedUnion('to', [
  z.strictObject({ id: SubscriptionId, to: z.enum(['organization', 'user']), ...from }),
  z.strictObject({ id: SubscriptionId, to: z.literal('project'), project: ThingName, ...from }),
  z.strictObject({ id: SubscriptionId, to: z.literal('feature'), feature: ThingName, ...from }),
  z.strictObject({ id: SubscriptionId, to: z.literal('session'), session: ThingName, ...from }),
])
const Present = z
  .strictObject({ project: ThingName.optional(), feature: ThingName.optional(), item: ThingName.optional() })
  .refine((place) => Object.values(place).filter((one) => one !== undefined).length <= 1, 'name a project, a feature or an item')

/** The messages that a client sends, by name. */
export const clientFrames = {
  subscribe: z.strictObject({ subscribe: Subscribe }),
  unsubscribe: z.strictObject({ unsubscribe: SubscriptionId }),
  present: z.strictObject({ present: Present }),
  ping: z.strictObject({ ping: z.number() }),
}
const ClientFrame = z.union(Object.values(clientFrames))

export type PresentRequest = z.output<typeof Present>
export type SubscribeRequest = z.output<typeof Subscribe>
type Frame = z.output<typeof ClientFrame>

const forms =
  'Send {"subscribe": {"id", "to": "organization" | "project" | "feature" | "session" | "user", "project" | "feature" | "session"?, "after"?, "most"?}}, {"unsubscribe": id}, {"present": {"project" | "feature" | "item"?}} or {"ping": n}. All of them are described at /api/asyncapi.json.'

/** Parses a client's frame; an invalid one is refused with the list of valid forms. */
export function readFrame(text: string): Frame {
  const value = parse(text)
  const result = ClientFrame.safeParse(value)
  if (result.success) return result.data
  const id = idIn(value)
  throw new Refusal('invalid', `This frame is not understood. ${forms}`, id === undefined ? {} : { id })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid', `This frame is not JSON. ${forms}`)
  }
}

/** Lets a client tell which of its requests was wrong. */
function idIn(value: unknown): string | undefined {
  const id = (value as { subscribe?: { id?: unknown } } | null)?.subscribe?.id
  return typeof id === 'string' && id.length <= 64 ? id : undefined
}

export function errorFrame(refusal: Refusal, id?: string): string {
  return JSON.stringify({
    error: {
      code: refusal.code,
      detail: forPrograms(refusal.message),
      ...spellMessages(refusal.extra, forPrograms),
      ...(id !== undefined && { id }),
    },
  })
}
