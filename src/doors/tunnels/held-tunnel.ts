import { WebSocket } from 'ws'
import type { InputOf, OperationName, Operations, OutputOf } from '../../capabilities/operations.ts'
import { system } from '../../kernel/context.ts'
import { execute, type Kernel } from '../../kernel/execute.ts'
import { Malformed, guard, hear, type Peer } from '../../platform/peer.ts'
import { readFromMachine } from '../../platform/tunnel-frames.ts'
import { Intake } from './intake.ts'
import { silentMilliseconds, type OfferedSigner, type RunName, type SignedFrame, type ToMachine } from '../../platform/tunnel-protocol.ts'

/** A machine that does not read what it is sent is disconnected. */
const maxUnsent = 8 * 1024 * 1024
const outputHintMilliseconds = 300

export interface HeldParts {
  kernel: Kernel
  operations: Operations
  refuseStream(stream: string, reason: string): void
  /** Counts a frame; throws the refusal of a rate limit. */
  count(bytes: number): void
}

/** The connection of one machine. Its heartbeat is answered immediately, whatever else it has sent before. */
export class HeldTunnel {
  readonly id: string
  readonly org: string
  readonly fence: number
  readonly #parts: HeldParts
  readonly #socket: WebSocket
  readonly #peer: Peer = {
    kind: 'machine',
    end: (error) =>
      error instanceof Malformed
        ? this.close(1007, 'This frame is not understood.')
        : this.close(1011, 'This frame could not be processed.'),
  }
  #work: Promise<void> = Promise.resolve()
  #end: Promise<void> | undefined
  readonly #intake: Intake
  #drainAsked = false
  #reported = false
  #startsRuns = false
  #signers: string
  #silence: NodeJS.Timeout | undefined
  #outputHint: NodeJS.Timeout | undefined
  /** A heartbeat that is being recorded, and the one that came in the meantime. */
  #beating = false
  #nextBeat: { runs: RunName[] } | undefined

  constructor(parts: HeldParts, socket: WebSocket, held: { id: string; org: string; fence: number; signers: OfferedSigner[] }) {
    this.id = held.id
    this.org = held.org
    this.fence = held.fence
    this.#parts = parts
    this.#socket = socket
    this.#signers = JSON.stringify(held.signers)
    this.#intake = new Intake(
      socket,
      (bytes) => parts.count(bytes),
      (code, why) => this.close(code, why),
    )
    this.#listen()
    hear(socket, this.#peer, {
      message: (data: Buffer) => {
        if (!this.#intake.admit(data.length)) return
        this.#listen()
        this.#receive(readFromMachine(data.toString()), data.length)
      },
      // The library answers pings by itself, so they are limited like frames.
      ping: (data: Buffer) => void this.#intake.admit(data.length),
    })
    this.#send({ type: 'welcome', server_time: parts.kernel.clock.now().toISOString(), signers: held.signers })
  }

  /** Sends what is ready to be sent, once the machine has said hello. A call while it runs makes it run once more. */
  drain(again = false): void {
    if (!this.#reported || (this.#drainAsked && !again)) return
    this.#drainAsked = true
    this.#do(0, async () => {
      this.#drainAsked = false
      const { frames, signers } = await this.#execute('takeTunnelActions', { tunnel_id: this.id, fence: this.fence, again })
      for (const frame of frames) this.open(frame)
      if (this.#startsRuns) await this.#takeRuns(again)
      if (JSON.stringify(signers) === this.#signers) return
      this.#signers = JSON.stringify(signers)
      this.#send({ type: 'signers', signers })
    })
  }

  async #takeRuns(again: boolean): Promise<void> {
    const { frames } = await this.#execute('takeRuns', { tunnel_id: this.id, fence: this.fence, again })
    for (const frame of frames) this.open(frame)
  }

  /** Sends a signed frame to the machine; `true` does not prove that the connection is still alive. */
  open(frame: SignedFrame): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false
    this.#send({ type: 'signed', ...frame })
    return true
  }

  close(code: number, why: string): void {
    this.#socket.close(code, why)
    // A machine that does not answer the close frame is cut off.
    setTimeout(() => this.#socket.terminate(), 1000).unref()
  }

  /** Records what the machine sent before, then that it is gone; called twice, it does so once. */
  ended(): Promise<void> {
    clearTimeout(this.#silence)
    this.#end ??= this.#work.then(async () => {
      await this.#execute('disconnectTunnel', { tunnel_id: this.id, fence: this.fence }).catch(() => {})
    })
    return this.#end
  }

  #listen(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#socket.terminate(), silentMilliseconds)
  }

  #receive(frame: ReturnType<typeof readFromMachine>, bytes: number): void {
    if (!frame) return
    const held = { tunnel_id: this.id, fence: this.fence }
    if (frame.type === 'heartbeat') {
      this.#send({ type: 'pong', server_time: this.#parts.kernel.clock.now().toISOString() })
      this.#beat(frame.runs ?? [])
    } else if (frame.type === 'hello') {
      const { type: _, ...report } = frame
      this.#do(bytes, async () => {
        await this.#execute('reportTunnel', { ...held, ...report })
        this.#reported = true
        this.#startsRuns ||= Boolean(report.runs)
        this.drain(true)
      })
    } else if (frame.type === 'acknowledged') {
      const { id } = frame
      this.#do(bytes, () => this.#record(id, { outcome: 'acknowledged', exit_code: null, output: null, error: null }))
    } else if (frame.type === 'result') {
      const { type: _, id, ...result } = frame
      this.#do(bytes, async () => {
        await this.#record(id, result)
        this.#send({ type: 'received', id })
      })
    } else if (frame.type === 'run_started') {
      const { type: _, ...started } = frame
      this.#do(bytes, async () => void (await this.#execute('recordRunStarted', { tunnel_id: this.id, ...started })))
    } else if (frame.type === 'run_output') {
      const { type: _, ...said } = frame
      this.#do(bytes, async () => {
        const { recorded } = await this.#execute('recordRunOutput', { tunnel_id: this.id, ...said })
        if (recorded) this.#hintOutput()
      })
    } else if (frame.type === 'run_ended') {
      const { type: _, ...result } = frame
      const { run, fence } = result
      this.#do(bytes, async () => {
        await this.#execute('recordRunEnded', { tunnel_id: this.id, ...result })
        this.#send({ type: 'run_received', run, fence })
        this.drain()
      })
    } else if (frame.type === 'stream_refused') this.#parts.refuseStream(frame.stream, frame.reason)
  }

  /**
   * Records a heartbeat and renews the leases of the machine's runs, whatever else is queued; the machine ends those it has lost. Only one
   * is being recorded at a time: of those that come in the meantime the last one counts.
   */
  #beat(runs: RunName[]): void {
    this.#nextBeat = { runs }
    if (this.#beating) return
    this.#beating = true
    guard(this.#peer, async () => {
      while (this.#nextBeat && !this.#end) {
        const { runs: held } = this.#nextBeat
        this.#nextBeat = undefined
        // A database that is away for a moment ends no connection: the next heartbeat comes soon.
        await Promise.allSettled([this.#touch(), this.#renew(held)])
      }
      this.#beating = false
    })
  }

  async #touch(): Promise<void> {
    const { held } = await this.#execute('touchTunnel', { tunnel_id: this.id, fence: this.fence })
    if (!held) this.close(4409, 'Another connection of this machine has taken over.')
  }

  async #renew(runs: RunName[]): Promise<void> {
    if (runs.length === 0) return
    const { lost } = await this.#execute('renewRuns', { tunnel_id: this.id, runs })
    for (const run of lost) this.#send({ type: 'run_lost', ...run })
  }

  /** Tells followers of a run to read its new output; throttled, so that a verbose run makes nobody read more often than this. */
  #hintOutput(): void {
    if (this.#outputHint) return
    this.#outputHint = setTimeout(() => {
      this.#outputHint = undefined
      this.#parts.kernel.hint(this.org, 'runs.output')
    }, outputHintMilliseconds).unref()
  }

  async #record(action_id: string, result: Omit<InputOf<'recordTunnelAction'>, 'tunnel_id' | 'action_id'>): Promise<void> {
    await this.#execute('recordTunnelAction', { tunnel_id: this.id, action_id, ...result })
  }

  /** Runs work in order. A failure closes the connection: the machine reconnects and repeats what was not acknowledged. */
  #do(bytes: number, work: () => Promise<void>): void {
    if (this.#end) return
    const leave = this.#intake.wait(bytes)
    if (!leave) return
    this.#work = this.#work.then(work).then(leave, () => {
      leave()
      this.close(1011, 'This could not be recorded. Connect again.')
    })
  }

  #execute<Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>> {
    const { kernel, operations } = this.#parts
    return execute(kernel, operations.get(name), system(this.org), input, { door: 'websocket' })
  }

  #send(frame: ToMachine): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    this.#socket.send(JSON.stringify(frame))
    if (this.#socket.bufferedAmount > maxUnsent) this.close(1013, 'Too slow: too much is waiting to be read.')
  }
}
