import { BatonError } from '@baton/client'
import { pushChanges } from '@baton/client/push'
import { nextHlc, type PushAnswer, type SyncOutcome } from '@baton/client/sync'
import { clientFor, optionsFor } from '../client.ts'
import { del, devicesKept, get, set } from '../device.ts'
import { deviceName } from '../device-name.ts'
import type { Numbered, Write } from './outbox.ts'

/** This browser as a sync device, per user and organization, with the last mutation number and timestamp it has assigned. */
interface Device {
  id: string
  mid: number
  hlc: string
}

interface Pushed {
  /** Null if later writes have replaced all of it, or if it was answered too long ago. */
  answer: unknown
  /** Fields in which somebody else's later write won. */
  lost: readonly string[]
  /** The server has kept a text that lost, for a person to review. */
  kept: boolean
}

/** How often to resynchronize the device's counter before the write has to wait. */
const maxTries = 4
const first = '0000000000000-0000'
const nameOf = ({ user, organization }: Write) => `${user} ${organization}`
const keepDevice = (write: Write, device: Device) => set(nameOf(write), device, devicesKept)

/**
 * Sends a write through sync push, under a number stored before sending: repeated after a lost answer or a reload, it has one effect.
 * Resolves to null if it has to be an ordinary call. Rejects with the operation's own error.
 */
export const pushWrite = (write: Write, keep: (next: Write) => Promise<void>): Promise<Pushed | null> =>
  // All tabs share one device, whose numbers must have no gaps.
  navigator.locks.request(`baton.push ${nameOf(write)}`, async () => {
    const answer = await answerTo(write, keep)
    return answer && pushedBy(answer.results[0])
  })

async function answerTo(write: Write, keep: (next: Write) => Promise<void>): Promise<PushAnswer | null> {
  let given = write.pushed
  let removed = ''
  for (let tries = 1; ; tries++) {
    const device = await deviceOf(write, removed)
    if (!device) return null
    const fresh = given?.device !== device.id
    if (!given || fresh) {
      const next = numberOf(write, device)
      try {
        await keepDevice(write, { ...device, mid: next.mid, hlc: next.hlc })
        await keep({ ...write, pushed: next })
      } catch (error) {
        // Without storage the number does not survive the page, so a call is just as safe, unless it may have been pushed before.
        if (write.pushed) throw error
        return null
      }
      given = next
    }
    try {
      return await pushChanges(optionsFor(write.organization), device.id, [mutationOf(write, given)])
    } catch (error) {
      if (!(error instanceof BatonError) || tries === maxTries) throw error
      const { expected } = error.extra
      const reused = error.code === 'key_reused'
      if (error.status === 409 && typeof expected === 'number') {
        await keepDevice(write, { ...device, mid: expected - 1 })
      } else if (error.status === 404 || (reused && fresh)) {
        // The device was removed, or its counter is wrong.
        await del(nameOf(write), devicesKept)
        removed = device.id
      } else if (!reused) throw error
      // The number does not belong to this write: another tab has used it, or nobody has.
      given = undefined
    }
  }
}

/** Registers this browser as a device with the first write that needs one. Null if the server refuses it. */
async function deviceOf(write: Write, removed: string): Promise<Device | null> {
  const { pushed } = write
  const known = (await get<Device>(nameOf(write), devicesKept).catch(() => undefined)) ?? (pushed && { ...pushed, id: pushed.device })
  if (known && known.id !== removed) return known
  try {
    const input = { name: deviceName(navigator.userAgent), client: 'dashboard' }
    const { id } = await clientFor(write.organization).registerSyncDevice(input, { idempotencyKey: `device ${write.id} ${removed}` })
    return { id, mid: 0, hlc: first }
  } catch (error) {
    if (error instanceof BatonError && [403, 404, 409].includes(error.status) && error.code !== 'in_progress') return null
    throw error
  }
}

const numberOf = ({ at }: Write, { id, mid, hlc }: Device): Numbered => ({ device: id, mid: mid + 1, hlc: nextHlc(hlc, at) })

function mutationOf({ operation, input, base }: Write, { mid, hlc }: Numbered) {
  const fields = (input ?? {}) as Record<string, unknown>
  const { version } = fields
  return {
    mid,
    operation,
    input: fields,
    ...(base && { base: base as Record<string, unknown> }),
    ...(typeof version === 'number' && { base_version: version }),
    hlc,
  }
}

async function pushedBy(outcome: SyncOutcome | undefined): Promise<Pushed | null> {
  if (!outcome) throw new TypeError('the server did not answer')
  const { status, result, error, merged } = outcome
  if (status === 'applied') return { answer: result, lost: merged?.lost ?? [], kept: (merged?.conflicts.length ?? 0) > 0 }
  if (error?.reason === 'not_syncable') return null
  throw await BatonError.from(Response.json(error, { status: error?.status ?? 400 }))
}
