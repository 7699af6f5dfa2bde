import pino, { type Logger } from 'pino'

export type { Logger }

// Queries are never logged (a WebSocket's carries its token); headers and bodies are not logged at all.
const secret = ['password', 'token', 'refresh_token', 'secret', 'code', 'authorization', 'cookie', 'key']

export function createLog(level: string): Logger {
  return pino({
    level,
    base: { service: 'baton', pid: process.pid },
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
    serializers: { err: pino.stdSerializers.err },
  })
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
