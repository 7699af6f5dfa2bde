import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket, type RawData } from 'ws'
import {
  heartbeatMilliseconds,
  silentMilliseconds,
  type ActionBody,
  type OpenBody,
  type ToMachine,
  type ToServer,
} from '../../src/platform/tunnel-protocol.ts'
import { readFromServer } from '../../src/platform/tunnel-frames.ts'
import { guard, hear, type Peer } from '../../src/platform/peer.ts'
import { AllowList } from './allow-list.ts'
import { checkAction, openFrame } from './check-action.ts'
import { DialFailed, dialAsMachine } from './dial.ts'
import type { Home, Pairing } from './home.ts'
import { Journal } from './journal.ts'
import { Refused } from './refused.ts'
import { runCommand } from './run-command.ts'
import { Runs, type RunNote } from './runs/runs.ts'
import { openStream } from './streams.ts'

const version = '0.6.0'
const welcomeMilliseconds = 3_000
const firstPause = 250
const longestPause = 1_500
const atOnce = 4

/** Messages for the machine's user. */
export type Note =
  | { what: 'connected' }
  | { what: 'disconnected'; why: string }
  | { what: 'refused'; why: string; id?: string }
  | { what: 'finished'; id: string; action: string; outcome: string }
  | { what: 'clock'; seconds: number }
  | RunNote

interface Options {
  home: Home
  tell?(note: Note): void
  now?(): Date
}

/** The machine's side of the tunnel: connects, stays connected, runs what its own file allows, and delivers every result. */
export class Machine {
  readonly #home: Home
  readonly #pairing: Pairing
  readonly #allowList: AllowList
  readonly #journal: Journal
  readonly #runs: Runs
  readonly #unlock: () => void
  readonly #tell: (note: Note) => void
  readonly #now: () => Date
  readonly #stop = new AbortController()
  readonly #ready: ActionBody[] = []
  #running = 0
  #introduced = ''
  #toldSkew = 0
  /** Grows with each connection that did not come as far as a welcome. */
  #wait = firstPause
  #socket: WebSocket | null = null
  /** Frames are checked one after another, so that two with the same number can't both pass. */
  #judging: Promise<void> = Promise.resolve()

  constructor({ home, tell = () => {}, now = () => new Date() }: Options) {
    const { pairing } = home
    if (!pairing)
      throw new Error('This machine is not paired. Register it in the dashboard under Machines, then pair it with the code shown there.')
    this.#home = home
    this.#pairing = pairing
    this.#tell = tell
    this.#now = now
    this.#allowList = AllowList.read(home.path('allow.json'))
    this.#unlock = home.lock()
    this.#journal = new Journal(home.path('journal.jsonl'))
    this.#runs = new Runs({ home, pairing, tell, now, allowList: this.#allowList, send: (frame) => this.#send(frame) })
  }

  /** Runs until it is stopped, or until the server says that this machine is not paired with it. */
  async run(): Promise<void> {
    for (const id of this.#journal.interrupted)
      this.#journal.finish({ id, outcome: 'unknown', exit_code: null, output: '', error: 'The machine ended while this was running.' })
    for (const body of this.#journal.unstarted) this.#begin(body)
    this.#runs.recover()
    while (!this.#stop.signal.aborted) {
      try {
        const socket = await dialAsMachine(this.#home, this.#pairing)
        const why = await this.#serve(socket)
        this.#tell({ what: 'disconnected', why })
      } catch (error) {
        const why = (error as Error).message
        this.#tell({ what: 'disconnected', why })
        if (error instanceof DialFailed && error.status === 401 && why.includes('not paired here')) throw error
      }
      // Jitter, so that not all machines reconnect at once when a server comes back.
      await pause(this.#wait * (0.5 + Math.random() / 2), undefined, { signal: this.#stop.signal }).catch(() => {})
      this.#wait = Math.min(this.#wait * 2, longestPause)
    }
    await this.#runs.close()
  }

  stop(): void {
    this.#stop.abort()
    this.#socket?.close(1000)
    void this.#runs.close().then(this.#unlock)
  }

  /** One connection, from its first frame to its end; resolves to why it ended. */
  #serve(socket: WebSocket): Promise<string> {
    this.#socket = socket
    return new Promise((resolve) => {
      let patience = setTimeout(() => socket.terminate(), welcomeMilliseconds)
      // A separate timer, so that the server gets heartbeats whatever else the machine is doing.
      const beat = setInterval(() => this.#beat(), heartbeatMilliseconds)
      const end = () => socket.terminate()
      // oxlint-disable-next-line no-restricted-properties -- our own signal, not a peer
      this.#stop.signal.addEventListener('abort', end, { once: true })
      const server: Peer = {
        kind: 'server',
        end: (error) => {
          this.#tell({ what: 'refused', why: `a frame of the server: ${error.message}` })
          socket.terminate()
        },
      }
      hear(socket, server, {
        error: () => {},
        close: (code: number, reason: Buffer) => {
          clearTimeout(patience)
          clearInterval(beat)
          this.#stop.signal.removeEventListener('abort', end)
          if (this.#socket === socket) this.#socket = null
          resolve(reason.toString() || `the line was cut (${code})`)
        },
        message: (data: RawData) => {
          clearTimeout(patience)
          patience = setTimeout(() => socket.terminate(), silentMilliseconds)
          this.#runs.heard()
          this.#receive(readFromServer(String(data)))
        },
      })
      socket.resume()
    })
  }

  #receive(frame: ReturnType<typeof readFromServer>): void {
    if (!frame) return this.#tell({ what: 'refused', why: 'a frame is of an unknown type' })
    if (frame.type === 'welcome') this.#greet(frame)
    else if (frame.type === 'signers') this.#home.offer(frame.signers)
    else if (frame.type === 'pong') this.#compareClocks(frame.server_time)
    else if (frame.type === 'received') this.#journal.received(frame.id)
    else if (frame.type === 'run_received') this.#runs.received(frame)
    else if (frame.type === 'run_lost') this.#runs.lost(frame)
    else if (frame.type === 'signed') {
      const signed = frame
      this.#judging = this.#judging
        .then(() => this.#judge(signed))
        .catch((error: Error) => this.#tell({ what: 'refused', why: error.message }))
    }
  }

  #greet({ server_time, signers }: ToMachine & { type: 'welcome' }): void {
    this.#wait = firstPause
    this.#compareClocks(server_time)
    this.#home.offer(signers)
    this.#introduce()
    for (const result of this.#journal.outbox) this.#send({ type: 'result', ...result })
    this.#runs.greet()
    this.#tell({ what: 'connected' })
  }

  /** Deadlines are checked against this machine's clock, so clock skew is reported, once until it changes again. */
  #compareClocks(server: string | undefined): void {
    if (server === undefined) return
    const seconds = Math.round((Date.parse(server) - this.#now().getTime()) / 1000)
    if (Math.abs(seconds - this.#toldSkew) <= 30) return
    this.#toldSkew = Math.abs(seconds) > 30 ? seconds : 0
    this.#tell({ what: 'clock', seconds })
  }

  #introduce(): void {
    const { runs, signers } = this.#changing
    this.#introduced = JSON.stringify(this.#changing)
    this.#send({
      type: 'hello',
      client_version: version,
      actions: this.#allowList.shown,
      ports: [...this.#allowList.ports],
      signers,
      last_seq: this.#journal.lastSeq,
      runs,
    })
  }

  #beat(): void {
    this.#send({ type: 'heartbeat', runs: this.#runs.held })
    if (JSON.stringify(this.#changing) !== this.#introduced) this.#introduce()
  }

  /** What can change at runtime: quiet hours begin and end, and the user confirms a passkey. */
  get #changing() {
    return { runs: this.#runs.offer, signers: this.#home.signers.map(({ fingerprint }) => fingerprint) }
  }

  async #judge(frame: { body: string; signature: string }): Promise<void> {
    const body = openFrame(this.#pairing, frame)
    if (body === undefined) return this.#tell({ what: 'refused', why: 'a frame is not signed for this machine by its server' })
    if (body === null) return this.#tell({ what: 'refused', why: 'a frame is of an unknown type' })
    if (body.type === 'open') return this.#openStream(body)
    if (body.type === 'run') return this.#runs.judge(body)
    if (body.type === 'stop_run') return this.#runs.stop(body)
    // Resent after a cut: it was already accepted, and is not run again.
    if (this.#journal.knows(body.id)) {
      this.#send({ type: 'acknowledged', id: body.id })
      const result = this.#journal.outbox.find(({ id }) => id === body.id)
      if (result) this.#send({ type: 'result', ...result })
      return
    }
    const parts = { home: this.#home, pairing: this.#pairing, journal: this.#journal, allowList: this.#allowList, now: this.#now }
    const checked = await checkAction(parts, body).catch((error: unknown) => {
      if (error instanceof Refused) return error
      throw error
    })
    if (checked instanceof Refused) return this.#refuse(body, checked.message)
    this.#journal.accept(body, checked.challenge)
    this.#send({ type: 'acknowledged', id: body.id })
    this.#begin(body)
  }

  #refuse(body: ActionBody, why: string): void {
    this.#tell({ what: 'refused', why, id: body.id })
    const result = { id: body.id, outcome: 'failed' as const, exit_code: null, output: '', error: `Refused by the machine: ${why}` }
    // In sequence, it uses up its number like any other action; out of sequence, it is not recorded.
    if (Number.isSafeInteger(body.seq) && body.seq > this.#journal.lastSeq) {
      this.#journal.accept(body, null)
      this.#journal.finish(result)
    }
    this.#send({ type: 'result', ...result })
  }

  #begin(body: ActionBody): void {
    this.#ready.push(body)
    this.#next()
  }

  #next(): void {
    if (this.#running >= atOnce || this.#stop.signal.aborted) return
    const body = this.#ready.shift()
    if (!body) return
    this.#running++
    // What cannot be recorded, on a full disk, stays without a result; the machine goes on.
    const failed = (error: Error) => this.#tell({ what: 'refused', why: error.message, id: body.id })
    const perform = () =>
      this.#perform(body).finally(() => {
        this.#running--
        this.#next()
      })
    guard({ kind: 'server', end: failed }, perform)
  }

  async #perform(body: ActionBody): Promise<void> {
    const { id, action } = body
    try {
      // Checked again: the file system may have changed since it was accepted, and a restart may have loaded a different allow list.
      const command = this.#allowList.command(action, body.arguments)
      this.#journal.start(id)
      this.#journal.finish(await runCommand(id, command))
    } catch (error) {
      this.#journal.finish({
        id,
        outcome: 'failed',
        exit_code: null,
        output: '',
        error: `Refused by the machine: ${(error as Error).message}`,
      })
    }
    const result = this.#journal.outbox.find((one) => one.id === id)
    if (!result) return
    this.#send({ type: 'result', ...result })
    this.#tell({ what: 'finished', id, action, outcome: result.outcome })
  }

  #openStream(body: OpenBody): void {
    const refuse = (reason: string) => this.#send({ type: 'stream_refused', stream: body.stream, reason })
    if (!(Date.parse(body.expires_at) > this.#now().getTime())) return refuse('its time is over')
    if (!this.#allowList.ports.has(body.port)) return refuse(`this machine does not allow the port ${body.port}`)
    const failed = () => refuse('it could not be opened')
    guard({ kind: 'server', end: failed }, async () => {
      const reason = await openStream(this.#pairing, body)
      if (reason) refuse(reason)
    })
  }

  #send(frame: ToServer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }
}
