import { availableParallelism, cpus, totalmem } from 'node:os'
import { root, run } from '../verify/tools.ts'

export interface Machine {
  cpu: string
  cores: number
  memory_gib: number
  node: string
}

export const machine = (): Machine => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memory_gib: Math.round(totalmem() / 1024 ** 3),
  node: process.version,
})

export interface Checkout {
  commit: string
  /** Whether files differ from that commit, apart from earlier results. */
  dirty: boolean
}

export function checkout(): Checkout {
  const commit = run('git', ['-C', root, 'rev-parse', 'HEAD'])
  // An archive of the sources has no commit; its digest still says what was measured.
  if (commit.failed) return { commit: 'unknown', dirty: true }
  const changes = run('git', ['-C', root, 'status', '--porcelain', '--', '.', ':!docs/measurements'])
  return { commit: commit.stdout.trim().slice(0, 12), dirty: changes.failed || changes.stdout.trim() !== '' }
}
