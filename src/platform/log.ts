import pino, { type Logger } from 'pino'
import { origin } from './origin.ts'

export type { Logger }

// Queries are never logged (a WebSocket's carries its token); headers and bodies are not logged at all.
const secret = ['password', 'token', 'refresh_token', 'secret', 'code', 'authorization', 'cookie', 'key']

/** What is said of an error. PostgreSQL's `detail` and `where` repeat what people wrote; `backend` is its process. */
const said = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'backend', 'syscall', 'errno'] as const

/** Only what is named here: errors of drivers carry their connection along, with its password and the key that cancels its queries. */
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
      // Every line of a request, and of the jobs it left behind, has its id.
      mixin: () => {
        const from = origin()
        return from ? { request_id: from.request_id } : {}
      },
    },
    destination,
  )
}

/**
 * Lines that cannot be written are lost, and nothing else: the disk is full, or whoever read them is gone. Pino's own way to standard output
 * ends the process over it, and then waits without end for the lines to be written after all.
 */
function standardOutput(): pino.DestinationStream {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => {})
  return process.stdout
}

/** Says the first of many like errors, and once a minute how many followed: an outage must not fill the disk. */
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
