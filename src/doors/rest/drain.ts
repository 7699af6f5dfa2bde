import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

const patience = 10_000

/** Shutdown waits only for running requests: a connection that never sent one would delay it by a minute. */
export function drainOnClose(app: FastifyInstance): void {
  const running = new Set<ServerResponse>()
  let closing = false
  let drained = () => {}
  app.addHook('onRequest', (_request, reply, done) => {
    running.add(reply.raw)
    reply.raw.once('close', () => {
      running.delete(reply.raw)
      if (running.size === 0) drained()
    })
    done()
  })
  // Clients that get a response during shutdown must not keep the connection.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', (done) => {
    closing = true
    if (running.size === 0) return done()
    const timer = setTimeout(done, patience)
    drained = () => {
      clearTimeout(timer)
      done()
    }
  })
}
