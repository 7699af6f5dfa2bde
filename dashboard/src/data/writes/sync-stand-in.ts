import type { PushAnswer, SyncMutation, SyncOutcome } from '@baton/client/sync'

interface Taken {
  digest: string
  outcome: SyncOutcome
}

export interface SyncStandIn {
  /** The browser's stored devices. */
  kept: Map<string, any>
  /** Each device's mutations, in order. */
  devices: Map<string, Taken[]>
  register(): Promise<{ id: string }>
  push(device: string, mutations: SyncMutation[]): Promise<PushAnswer>
}

const refusal = async (status: number, code: string, more: object = {}) => {
  const { BatonError } = await import('@baton/client')
  return BatonError.from(Response.json({ code, detail: 'No.', ...more }, { status }))
}

/** The sync routes as described in docs/sync.md, for tests that run without a server. `run` executes an operation. */
export function standInForSync(run: (operation: string, input: any) => Promise<unknown>): SyncStandIn {
  const devices: SyncStandIn['devices'] = new Map()
  const reject = ({ status, code, detail, extra }: any) => ({
    status: 'rejected' as const,
    result: null,
    error: { ...extra, status, code, detail },
  })
  return {
    kept: new Map(),
    devices,
    async register() {
      const id = `device ${devices.size + 1}`
      devices.set(id, [])
      return { id }
    },
    async push(device, [mutation]) {
      const taken = devices.get(device)
      if (!taken || !mutation) throw await refusal(404, 'not_found')
      const { mid, operation, input } = mutation
      const digest = JSON.stringify([operation, input])
      const before = taken[mid - 1]
      if (before && before.digest !== digest) throw await refusal(422, 'key_reused')
      if (before) return { last_mid: taken.length, results: [{ ...before.outcome, repeated: true }] }
      if (mid > taken.length + 1) throw await refusal(409, 'conflict', { expected: taken.length + 1 })
      const outcome: SyncOutcome = {
        mid,
        repeated: false,
        ...(await run(operation, input).then(
          (answer) => ({ status: 'applied' as const, result: answer }),
          (error: { status?: number }) => {
            if (error.status === undefined || error.status >= 500) throw error
            return reject(error)
          },
        )),
      }
      taken.push({ digest, outcome })
      return { last_mid: mid, results: [outcome] }
    },
  }
}
