import { channel } from 'node:diagnostics_channel'
import type { EventEmitter } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import type { z } from 'zod'

/**
 * Everything that arrives from outside after a request was parsed is read through this file: a listener that throws inside an event of a
 * socket would otherwise end the process, and with it every other tenant's requests.
 */

/** Whoever is at the other end of one connection. */
export interface Peer {
  /** What it is, not who: it labels a metric. */
  readonly kind: string
  /** Closes this one connection. */
  end(error: Error): void
}

/** Input that does not have the form it must have. Says where it is wrong, never what it says there. */
export class Malformed extends Error {}

export interface Fault {
  kind: string
  error: Error
}

/** Whoever counts and logs faults subscribes; a machine has no metrics and does not. */
export const faults = channel('baton:peer-fault')

function fail(peer: Peer, thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error('something that is no error was thrown')
  faults.publish({ kind: peer.kind, error } satisfies Fault)
  try {
    peer.end(error)
  } catch (second) {
    faults.publish({ kind: peer.kind, error: second as Error } satisfies Fault)
  }
}

/** Does what a peer has caused. If that throws or rejects, the peer's connection is closed and nobody else notices. */
export function guard(peer: Peer, work: () => unknown): void {
  try {
    const done = work()
    if (done instanceof Promise) done.catch((error: unknown) => fail(peer, error))
  } catch (error) {
    fail(peer, error)
  }
}

type Listeners = Record<string, (...args: never[]) => unknown>

/** Listens to a peer. Without a listener of its own, an `error` closes the connection: unheard, it would end the process. */
export function hear(emitter: EventEmitter, peer: Peer, listeners: Listeners): void {
  const all: Listeners = { error: (error: Error) => peer.end(error), ...listeners }
  for (const [event, listener] of Object.entries(all)) emitter.on(event, (...args) => guard(peer, () => listener(...(args as never[]))))
}

/** Parses one message; throws `Malformed`. The transport has already bounded its length. */
export function readMessage<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Malformed('it is not JSON')
  }
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [first] = read.error.issues
  throw new Malformed(`${first?.path.map(String).join('.').slice(0, 100) || 'it'}: ${first?.code}`)
}

/** Sends a request and waits for the head of its answer. Anything else that can come, an upgrade nobody asked for included, rejects. */
export function answerOf(kind: string, request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const end = (error: Error) => {
      reject(error)
      request.destroy()
    }
    const peer = { kind, end }
    hear(request, peer, {
      response: (answer: IncomingMessage) => {
        hear(answer, peer, {}) // it can break off before anybody reads it
        resolve(answer)
      },
      upgrade: (_: IncomingMessage, socket: Duplex) => {
        socket.destroy()
        end(new Malformed('it changed the protocol unasked'))
      },
      error: reject,
      close: () => reject(new Error('The connection ended before an answer came.')),
    })
  })
}

/**
 * Counts what arrives of a body and throws `Malformed` once it is longer than `most`, or comes in tiny parts: each costs as much as a long
 * one, so a few megabytes of them would occupy the process for many seconds.
 */
export function countBytes(most: number): (part: Uint8Array) => void {
  let size = 0
  let parts = 0
  return (part) => {
    size += part.length
    parts++
    if (size > most) throw new Malformed('the answer is too large')
    if (parts > usualParts + size / smallestPart) throw new Malformed('the answer comes in too small parts')
  }
}
/** A model that writes word by word needs a few thousand. */
const usualParts = 10_000
const smallestPart = 1024

/** Reads a body to its end; rejects if it is longer than `most` or in too small parts, or breaks off. */
export function bodyOf(kind: string, body: Readable, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const count = countBytes(most)
    const end = (error: Error) => {
      reject(error)
      body.destroy()
    }
    hear(
      body,
      { kind, end },
      {
        data: (part: Buffer) => {
          count(part)
          parts.push(part)
        },
        end: () => resolve(Buffer.concat(parts)),
        error: reject,
        close: () => reject(new Error('The answer broke off.')),
      },
    )
  })
}
