import { setTimeout as pause } from 'node:timers/promises'
import WebSocket, { type RawData } from 'ws'
import { hasFreeConnections } from '../capabilities/integrations/slack/slack.operations.ts'
import type { Operations } from '../capabilities/operations.ts'
import { instanceLog } from '../kernel/audit.ts'
import { system } from '../kernel/context.ts'
import { execute, type Kernel } from '../kernel/execute.ts'
import { newId } from '../platform/ids.ts'
import { hear } from '../platform/peer.ts'
import { ProviderFailure } from '../platform/integrations/provider-failure.ts'
import { readEnvelope } from './slack-envelope.ts'

export interface SlackTimes {
  /** How often the leases are renewed and new integrations found. */
  renewEvery: number
  /** Slack pings every few seconds; a connection without a sign of life for this long is dead. */
  silentFor: number
  /** The pause after a failed connection; doubled each time, up to a minute. */
  retryAfter: number
}

const usual: SlackTimes = { renewEvery: 10_000, silentFor: 45_000, retryAfter: 1000 }
/** Most connections of one worker. */
const maxHeld = 500
/** Envelopes of one connection that are being recorded; with more, nothing is read from it until there are fewer. */
const maxTaking = 4

/**
 * Holds the Socket Mode connections. Each belongs to one worker by a lease in the database, and another worker takes it over when that ends.
 * Baton dials Slack, so nothing has to reach Baton from outside.
 */
export function holdSlackSockets(kernel: Kernel, operations: Operations, times: SlackTimes = usual): { close(): Promise<void> } {
  const holder = newId()
  const held = new Map<string, { version: string; end: AbortController; done: Promise<void> }>()
  const run = (name: 'recordSlackConnection' | 'takeSlackEnvelope', input: never, idempotencyKey?: string) =>
    execute(kernel, operations.get(name), system(instanceLog), input, { door: 'worker', idempotencyKey })
  const record = (integration_id: string, failure: ProviderFailure | null) =>
    run('recordSlackConnection', {
      integration_id,
      failure: failure?.message ?? null,
      broken: failure?.problem === 'revoked',
    } as never).catch(() => {})
  /** Recorded before it is acknowledged: what could not be recorded is delivered again, and has no effect the second time. */
  const take = async (integration_id: string, data: string): Promise<string | null> => {
    const envelope = readEnvelope(data)
    if (!envelope) return null
    await run('takeSlackEnvelope', { integration_id, ...envelope.input } as never, envelope.id)
    return envelope.id
  }
  let closed = false

  const renew = async (): Promise<void> => {
    if (held.size === 0 && !(await hasFreeConnections(kernel.database, holder, kernel.clock.now()))) return
    const { items } = await execute(kernel, operations.get('holdSlack'), system(instanceLog), { holder, max: maxHeld }, { door: 'worker' })
    if (closed) return
    const mine = new Map(items.map((item) => [item.integration_id, item]))
    for (const [id, { version, end }] of held) if (mine.get(id)?.version !== version) end.abort()
    for (const { integration_id: id, app_token, version } of items) {
      if (held.has(id)) continue
      const end = new AbortController()
      const done = connectUntil(kernel, id, app_token, times, end.signal, { record, take })
        .catch((error: unknown) => kernel.report(error, 'holdSlack'))
        .finally(() => held.delete(id))
      held.set(id, { version, end, done })
    }
  }
  let renewing: Promise<void> | null = null
  const look = () => {
    renewing ??= renew()
      .catch(() => {
        // execute() has reported it. Without a lease another worker may connect as well, so these connections end.
        for (const { end } of held.values()) end.abort()
      })
      .finally(() => (renewing = null))
  }
  look()
  const timer = setInterval(look, times.renewEvery)
  return {
    async close() {
      closed = true
      clearInterval(timer)
      await renewing
      const ending = [...held.values()].map(({ end, done }) => (end.abort(), done))
      await Promise.all(ending)
      await execute(kernel, operations.get('releaseSlack'), system(instanceLog), { holder }, { door: 'worker' }).catch(() => {})
    },
  }
}

interface Uses {
  record(id: string, failure: ProviderFailure | null): Promise<unknown>
  take(id: string, data: string): Promise<string | null>
}

/** Reconnects until it is told to end, or Slack says that the token is invalid. */
async function connectUntil({ services }: Kernel, id: string, token: string, times: SlackTimes, signal: AbortSignal, uses: Uses) {
  let failures = 0
  while (!signal.aborted) {
    try {
      const end = await converse(await services.slack.socketUrl(token), id, times, signal, uses, () => (failures = 0))
      if (end === 'disabled')
        throw new ProviderFailure('refused', 'Socket Mode is switched off for this app. Switch it on in its settings.')
      if (end === 'refresh') {
        // Somebody who is greeted and sent away again and again would otherwise do nothing else.
        await pause(times.retryAfter, undefined, { signal }).catch(() => {})
        continue
      }
      failures++
    } catch (error) {
      if (signal.aborted) return
      const failure =
        error instanceof ProviderFailure
          ? error
          : new ProviderFailure('unavailable', 'The connection to Slack was lost. It is tried again.')
      await uses.record(id, failure)
      if (failure.problem === 'revoked') return
      failures++
      if (failure.retryAfter !== null) {
        await pause(failure.retryAfter * 1000, undefined, { signal }).catch(() => {})
        continue
      }
    }
    await pause(Math.min(times.retryAfter * 2 ** failures, 60_000), undefined, { signal }).catch(() => {})
  }
}

type End = 'refresh' | 'closed' | 'disabled'

/** One connection, from hello to its end. */
function converse(url: string, id: string, times: SlackTimes, signal: AbortSignal, uses: Uses, greeted: () => void): Promise<End> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { handshakeTimeout: 10_000, maxPayload: 1024 * 1024, perMessageDeflate: false })
    let end: End = 'closed'
    let silence: NodeJS.Timeout | undefined
    const taking = new Set<Promise<void>>()
    let isGreeted = false
    let left = maxTaking
    const waiting: (() => void)[] = []
    const slot = async (): Promise<void> => {
      if (left > 0) return void left--
      socket.pause()
      await new Promise<void>((go) => waiting.push(go))
    }
    const free = () => {
      const next = waiting.shift()
      if (next) next()
      else left++
      if (waiting.length === 0 && socket.isPaused) socket.resume()
    }
    const alive = () => {
      clearTimeout(silence)
      silence = setTimeout(() => socket.terminate(), times.silentFor)
    }
    const leave = () => socket.close(1000)
    // oxlint-disable-next-line no-restricted-properties -- our own signal, not a peer
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    const message = (raw: RawData) => {
      alive()
      const data = String(raw)
      const { type, reason } = parsed(data)
      if (type === 'hello') {
        if (isGreeted) return
        isGreeted = true
        greeted()
        void uses.record(id, null)
      } else if (type === 'disconnect') {
        // Slack refreshes its connections every few hours and announces it; envelopes already received are still processed.
        end = reason === 'link_disabled' ? 'disabled' : 'refresh'
        void Promise.allSettled(taking).then(() => socket.close(1000))
      } else {
        const work = slot()
          .then(() => uses.take(id, data))
          .then(
            (envelope) => {
              if (envelope && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ envelope_id: envelope }))
            },
            () => {},
          )
          .finally(free)
        taking.add(work)
        void work.finally(() => taking.delete(work))
      }
    }
    const close = () => {
      clearTimeout(silence)
      signal.removeEventListener('abort', leave)
      void Promise.allSettled(taking).then(() => resolve(end))
    }
    const peer = { kind: 'slack', end: () => socket.terminate() }
    hear(socket, peer, { open: alive, ping: alive, message, error: reject, close })
  })
}

function parsed(data: string): { type?: unknown; reason?: unknown } {
  try {
    return JSON.parse(data) ?? {}
  } catch {
    return {}
  }
}
