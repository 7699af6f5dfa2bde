import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Baton } from '../harness/baton.ts'
import { startProgram } from './programs.ts'

interface Size {
  /** How long after the start it is measured, without load. */
  seconds: number
  /** Megabytes that the server may use; `worker` is the same for the worker. */
  server: number
  worker: number
  /** Database connections that both together may hold while idle. */
  connections: number
}

/** What an instance's two processes hold while idle. The embedding model is only loaded on first use. */
export const proof = {
  name: 'at-rest',
  claim: 'a server and a worker that nobody uses hold little memory and few connections',
  short: { seconds: 3, server: 230, worker: 210, connections: 14 } as Size,
  full: { seconds: 60, server: 180, worker: 180, connections: 14 } as Size,

  async run(baton: Baton, { seconds, server: serverMost, worker: workerMost, connections: most }: Size): Promise<Record<string, number>> {
    const held = async () => (await connectionsOf(baton)) - before
    const before = await connectionsOf(baton)
    // The environment that the image sets.
    const production = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' }
    const [server, worker] = [await startProgram(baton, 'serve', production), await startProgram(baton, 'worker', production)]
    try {
      await pause(seconds * 1000)
      const figures = {
        server_mb: megabytesOf(server.process.pid),
        worker_mb: megabytesOf(worker.process.pid),
        connections: await held(),
      }
      if (figures.server_mb > serverMost) throw new Error(`the server holds ${figures.server_mb} MB, at most ${serverMost}`)
      if (figures.worker_mb > workerMost) throw new Error(`the worker holds ${figures.worker_mb} MB, at most ${workerMost}`)
      if (figures.connections > most) throw new Error(`${figures.connections} connections are open, at most ${most}`)
      return figures
    } finally {
      for (const program of [server, worker]) {
        program.process.removeAllListeners('exit')
        program.stop()
      }
    }
  },
}

const megabytesOf = (pid: number | undefined): number =>
  Math.round(Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]) / 1024)

async function connectionsOf(baton: Baton): Promise<number> {
  const [row] = await baton.look<{ open: number }>(
    "select count(*)::integer as open from pg_stat_activity where datname = current_database() and usename like 'baton_%'",
  )
  return row?.open ?? 0
}
