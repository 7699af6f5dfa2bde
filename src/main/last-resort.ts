import type { Logger } from '../platform/log.ts'
import { origin } from '../platform/origin.ts'

const longestDrain = 5_000
/** How long it goes on serving while it says that it is not ready, so that whoever sends requests notices. */
const notice = 2_000

/** Exit status after an error that nobody caught; `scripts/keep-running.sh` starts such a process again. */
const brokenStatus = 70

interface Parts {
  log: Logger
  /** From here on the process reports that it is not ready. */
  drain(): void
  close(): Promise<void>
}

/**
 * The last resort: an error that nobody caught leaves the process in a state that nobody knows. It is logged, the process stops being
 * ready, finishes what it can within five seconds, and exits; whoever runs it starts another one.
 */
export function installLastResort({ log, drain, close }: Parts): void {
  let ending = false
  // Node turns an unhandled rejection into the same event.
  process.on('uncaughtException', (error: unknown, kind) => {
    log.fatal({ err: error, kind, request: origin() }, 'an error that nobody caught: this process drains and ends')
    // One broken process causes more such errors while it drains.
    if (ending) return
    ending = true
    const end = () => process.exit(brokenStatus)
    setTimeout(end, longestDrain)
    drain()
    setTimeout(() => void close().then(end, end), notice)
  })
}
