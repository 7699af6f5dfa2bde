import { z } from 'zod'
import { Refusal } from '../../kernel/errors.ts'
import { forPrograms, spellMessages } from '../shared/next-step.ts'

const SubscriptionId = z.string().min(1).max(64)

const Subscribe = z
  .strictObject({
    id: SubscriptionId,
    to: z.enum(['organization', 'project', 'user']),
    project: z.string().min(1).max(100).optional(),
    after: z.int().min(0).optional(),
  })
  .refine(({ to, project }) => (to === 'project') === (project !== undefined), 'name a `project` with to: "project", and only then')

const ClientFrame = z.union([
  z.strictObject({ subscribe: Subscribe }),
  z.strictObject({ unsubscribe: SubscriptionId }),
  z.strictObject({ ping: z.number() }),
])

export type SubscribeRequest = z.output<typeof Subscribe>
type Frame = z.output<typeof ClientFrame>

const forms =
  'Send {"subscribe": {"id", "to": "organization" | "project" | "user", "project"?, "after"?}}, {"unsubscribe": id} or {"ping": n}.'

/** Reads what a client sent; what cannot be read is refused with the forms that can. */
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
    throw new Refusal('invalid', `This frame is no JSON. ${forms}`)
  }
}

/** So that a client can tell which of its requests was wrong. */
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
