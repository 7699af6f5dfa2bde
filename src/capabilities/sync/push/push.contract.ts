import { z } from 'zod'
import { Id, Version, contract } from '../../../kernel/contract.ts'
import { DeviceRef } from '../devices/sync-device.contract.ts'

const Mid = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
/** A hybrid logical clock: milliseconds since 1970 in 13 digits and a counter in four hexadecimal ones. As text it sorts by time. */
const Hlc = z.string().regex(/^\d{13}-[0-9a-f]{4}$/, 'must be 13 digits of milliseconds, a dash and a counter of four hexadecimal digits')
const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const maxMutations = 100

export const Mutation = z.strictObject({
  /** 1, 2, 3, … per device; a mid that was answered before gets the same answer again. */
  mid: Mid,
  operation: z.string().min(1).max(100),
  input: z.record(z.string(), z.unknown()),
  /** The version of the changed thing that the author saw. */
  base_version: Version.nullish(),
  /** What the author saw in the fields that merge; needed to tell which labels were added and which removed. */
  base: z.record(z.string(), z.unknown()).optional(),
  hlc: Hlc,
})
export type Mutation = z.output<typeof Mutation>

export const PushBody = z.strictObject({ device_id: Id, mutations: z.array(Mutation).min(1).max(maxMutations) })

const Problem = z.looseObject({ code: z.string(), status: z.int(), detail: z.string() })
const Merge = z.object({ lost: z.array(z.string()), conflicts: z.array(Id) })

/** What became of a mutation. */
export const Outcome = z.object({
  status: z.enum(['applied', 'rejected']),
  /** The operation's answer; also null if it was answered so long ago that the answer is no longer kept. */
  result: z.unknown(),
  error: Problem.optional(),
  /** Fields that lost to a later write by somebody else, and the conflicts that keep texts for a person. */
  merged: Merge.optional(),
})
export type Outcome = z.output<typeof Outcome>

export const PushResult = z.object({
  device_id: Id,
  last_mid: z.int(),
  results: z.array(Outcome.extend({ mid: Mid, repeated: z.boolean() })),
  /** Where a transient error ended the push: retry from this mid. */
  stopped: z.object({ mid: Mid, error: Problem, retry_after: z.int().nullable() }).optional(),
})

const internal = { realm: 'organization', permission: 'sync:write' } as const

/** The push route runs each mutation as its own operation; it calls this to find those that were answered before. */
export const readMutations = contract({
  ...internal,
  effect: 'read',
  summary: 'What became of mutations that a device has pushed before',
  input: z.strictObject({ device: DeviceRef, mids: z.array(Mid).max(maxMutations) }),
  output: z.object({ last_mid: z.int(), stored: z.array(z.object({ mid: Mid, digest: Digest, outcome: Outcome })) }),
})

/** A rejection uses up its mid, so that later mutations aren't held up. The mutation itself has no effect. */
export const rejectMutation = contract({
  ...internal,
  effect: 'change',
  summary: 'Note that a mutation of a device was rejected',
  input: z.strictObject({ device: DeviceRef, mid: Mid, operation: z.string().max(100), digest: Digest, error: Problem }),
  output: z.object({ last_mid: z.int() }),
  rehearsal: {
    input: { mid: 1, operation: 'createTask', digest: '0'.repeat(64), error: { code: 'invalid', status: 400, detail: 'Rehearsed.' } },
  },
})
