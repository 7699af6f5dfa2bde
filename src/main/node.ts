import { ownCredentials } from '../doors/shared/credentials.ts'
import { createMcpDoor, type McpOptions } from '../doors/mcp/door.ts'
import { countUpgrade } from '../doors/shared/count-requests.ts'
import { OpenStreams } from '../doors/shared/open-streams.ts'
import { createServer } from '../doors/rest/server.ts'
import { Limits } from '../doors/shared/limits.ts'
import { TunnelDoor } from '../doors/tunnels/tunnel-door.ts'
import { Followers } from '../doors/shared/followers.ts'
import { LiveDoor } from '../doors/websocket/live-door.ts'
import type { Operations } from '../capabilities/operations.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { guard } from '../platform/peer.ts'
import { RateLimiter } from '../platform/rate-limit.ts'
import { startTracing } from '../platform/tracing.ts'
import { assemble, type Assembly } from './assemble.ts'
import { createHealth } from './health.ts'
import { showFigures } from './instance-figures.ts'

export interface Node {
  address: string
  assembly: Assembly
  /** Reports from here on that it is not ready. */
  drain(): void
  close(): Promise<void>
}

/** One server process: every door on one port. */
export async function startNode(
  config: Config,
  operations: Operations,
  clock?: Clock,
  more: Pick<McpOptions, 'extendServer'> = {},
): Promise<Node> {
  const stopTracing = await startTracing(config, 'baton-server')
  const assembly = await assemble(config, clock)
  const { kernel, hints, log } = assembly
  const limiter = new RateLimiter(hints)
  const limits = new Limits(limiter, config, kernel.clock)
  const health = await createHealth(assembly)
  const hideFigures = showFigures(assembly, operations)
  const credentials = ownCredentials(kernel)
  const streams = new OpenStreams(kernel, credentials)
  const followers = await Followers.start(kernel, hints)
  const mcp = await createMcpDoor({ kernel, operations, limits, hints, followers, streams, credentials, log, ...more })
  const tunnels = await TunnelDoor.start({ kernel, operations, limits, hints, streams })
  const app = await createServer({ kernel, operations, limits, log, health, mcp, streams, tunnels })
  const live = new LiveDoor({ kernel, operations, limits, followers, streams })
  // oxlint-disable-next-line no-restricted-properties -- guarded per socket: a server is nobody's connection
  app.server.on('upgrade', (request, socket, head) =>
    guard({ kind: 'browser', end: () => socket.destroy() }, () => {
      countUpgrade(request, socket)
      ;(tunnels.takes(request) ? tunnels : live).upgrade(request, socket, head)
    }),
  )
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  tunnels.listensAt(address)
  return {
    address,
    assembly,
    drain: () => health.drain(),
    async close() {
      health.drain()
      hideFigures()
      await mcp.close()
      await live.close()
      await followers.close()
      await tunnels.close()
      await app.close()
      streams.close()
      limiter.close()
      await health.close()
      await assembly.close()
      await stopTracing()
    },
  }
}
