import pino, { type Logger } from 'pino'
import { origin } from './origin.ts'

export type { Logger }

// Query strings are never logged (a WebSocket's carries its token), nor are headers and bodies.
const secret = ['password', 'token', 'refresh_token', 'secret', 'code', 'authorization', 'cookie', 'key']

/** The logged fields of an error. PostgreSQL's `detail` and `where` repeat what people wrote; `backend` is its process. */
const said = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'backend', 'syscall', 'errno'] as const

/** An allow-list of fields: driver errors carry their connection, with its password and the key that cancels its queries. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? { type: 'object' } : error
  const facts = error as Error & Record<string, unknown>
  const named = Object.fromEntries(said.filter((name) => facts[name] !== undefined).map((name) => [name, String(facts[name])]))
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: error.message,
    ...named,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

export function createLog(level: string, destination: pino.DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level,
      base: { service: 'baton', pid: process.pid },
      redact: { paths: secret.flatMap((name) => (name === 'code' ? [name] : [name, `*.${name}`])), censor: '[hidden]' },
      serializers: { err: describeError },
      // Every line of a request, and of the jobs it enqueued, carries its id.
      mixin: () => {
        const from = origin()
        return from ? { request_id: from.request_id } : {}
      },
    },
    destination,
  )
}

/**
 * Lines that can't be written (the disk is full, the reader is gone) are lost, but nothing else is. Pino's own stdout destination would end the
 * process, and then wait forever for those lines to be written.
 */
function standardOutput(): pino.DestinationStream {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => {})
  return process.stdout
}

/** Reports the first of many similar errors, and once a minute how many followed: an outage must not fill the disk. */
export function atMostOnceAMinute(say: (error: Error, more: number) => void): (error: Error) => void {
  let saidAt = -Infinity
  let more = 0
  return (error) => {
    if (performance.now() - saidAt < 60_000) return void more++
    say(error, more)
    saidAt = performance.now()
    more = 0
  }
}
