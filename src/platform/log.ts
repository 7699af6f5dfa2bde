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
