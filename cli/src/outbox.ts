import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { BatonError } from '@baton/client'
import { pushChanges } from '@baton/client/push'
import { nextHlc, type SyncMutation, type SyncOutcome } from '@baton/client/sync'
import type { Run } from './command.ts'
import { loginOf } from './config/credentials.ts'
import { readJson, writeWhole } from './config/files.ts'
import { outboxFile } from './config/paths.ts'
import { serverAddress } from './config/server-address.ts'
import { toCliError } from './errors.ts'
import { neverSent } from './network-fault.ts'
import { openSession } from './session.ts'
import { version } from './version.ts'

/** This machine as a sync device of one login in one organization, with its writes queued while offline. */
interface Box {
  server: string
  handle: string
  organization: string
  /** Null until registered. The key makes registration idempotent: two commands at once still register one device. */
  device: string | null
  key: string
  mid: number
  hlc: string
  waiting: SyncMutation[]
  /** Writes that the server refused, kept for their author. */
  refused: { input: unknown; detail: string }[]
}
type Whose = Pick<Box, 'server' | 'handle' | 'organization'>

const maxAtOnce = 100
/** How often a device whose counter is out of step is resynchronized. */
const maxTries = 4

const read = (env: NodeJS.ProcessEnv): Box[] => readJson<Box[]>(outboxFile(env), [])
const isOf = (one: Whose, { server, handle, organization }: Whose): boolean =>
  one.server === server && one.handle === handle && one.organization === organization

/** Re-reads before writing: another command may have added something in the meantime. */
function change(env: NodeJS.ProcessEnv, { server, handle, organization }: Whose, apply: (box: Box) => Partial<Box>): Box {
  const whose = { server, handle, organization }
  const boxes = read(env)
  const empty: Box = { ...whose, device: null, key: randomUUID(), mid: 0, hlc: '0000000000000-0000', waiting: [], refused: [] }
  const before = boxes.find((one) => isOf(one, whose)) ?? empty
  const after = { ...before, ...apply(before) }
  writeWhole(outboxFile(env), `${JSON.stringify([...boxes.filter((one) => !isOf(one, whose)), after], null, 2)}\n`, 0o600)
  return after
}

/** Queues a write until the server can be reached. False without a login: a script with an API key has to know at once. */
export function keep({ env, ...run }: Run, server: string, operation: string, input: Record<string, unknown>): boolean {
  const handle = loginOf(env, server)?.handle
  if (!handle || env['BATON_API_KEY']) return false
  const organization = run.organization ?? env['BATON_ORGANIZATION'] ?? ''
  change(env, { server, handle, organization }, ({ mid, hlc, waiting }) => {
    const next = { mid: mid + 1, operation, input, hlc: nextHlc(hlc, Date.now()) }
    return { mid: next.mid, hlc: next.hlc, waiting: [...waiting, next] }
  })
  return true
}

/** Pushes the queued writes for this server. The command itself is done, so a failure here does not fail it. */
export async function sendKept(run: Run): Promise<void> {
  const { env, out } = run
  if (env['BATON_API_KEY']) return
  const server = serverAddress(env, run.server)
  try {
    const handle = loginOf(env, server)?.handle
    const boxes = read(env).filter((one) => one.server === server && one.handle === handle && one.waiting.length > 0)
    for (const box of boxes) tell(run, await push(run, box))
  } catch (error) {
    if (!neverSent(error)) out.say(`What was kept without a connection could not be sent: ${toCliError(error, server).message}`)
  }
}

function tell({ env, out }: Run, outcomes: readonly SyncOutcome[]): void {
  const stored = outcomes.filter(({ status }) => status === 'applied').length
  if (stored > 0) out.say(`Stored what was kept without a connection: ${stored}.`)
  for (const { error } of outcomes)
    if (error) out.say(`The server refused what was kept: ${error.detail} It is still in ${outboxFile(env)}.`)
}

async function push({ env }: Run, first: Box): Promise<SyncOutcome[]> {
  const { server, organization } = first
  const { client, options } = openSession({ env: { ...env, BATON_ORGANIZATION: organization }, server, organization: undefined })
  const outcomes: SyncOutcome[] = []
  let box = first
  for (let tries = 0; box.waiting.length > 0;) {
    if (box.device === null) {
      const device = { name: hostname().slice(0, 100), client: `baton ${version}` }
      const { id } = await client.registerSyncDevice(device, { idempotencyKey: box.key })
      box = change(env, box, () => ({ device: id }))
    }
    try {
      const { results, stopped } = await pushChanges(options, box.device ?? '', box.waiting.slice(0, maxAtOnce))
      outcomes.push(...results)
      box = change(env, box, (now) => settled(now, results))
      if (stopped || results.length === 0) return outcomes
    } catch (error) {
      if (!(error instanceof BatonError) || ++tries === maxTries) throw error
      const { expected } = error.extra
      if (error.status === 409 && typeof expected === 'number') box = change(env, box, (now) => numbered(now, expected))
      // The device was removed, or its counter is out of step.
      else if (error.status === 404 || error.code === 'key_reused')
        box = change(env, box, (now) => ({ ...numbered(now, 1), device: null, key: randomUUID() }))
      else throw error
    }
  }
  return outcomes
}

function settled({ waiting, refused }: Box, results: readonly SyncOutcome[]): Partial<Box> {
  const errors = new Map(results.map(({ mid, error }) => [mid, error]))
  return {
    waiting: waiting.filter(({ mid }) => !errors.has(mid)),
    refused: [
      ...refused,
      ...waiting.map(({ mid, input }) => ({ input, detail: errors.get(mid)?.detail ?? '' })).filter((one) => one.detail),
    ],
  }
}

const numbered = ({ waiting }: Box, from: number): Partial<Box> => ({
  mid: from + waiting.length - 1,
  waiting: waiting.map((one, at) => ({ ...one, mid: from + at })),
})
