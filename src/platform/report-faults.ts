import type { Logger } from './log.ts'
import { Malformed, faults, type Fault } from './peer.ts'
import { peerFaults } from './telemetry.ts'

/** Counts and logs what peers have caused, until it is told to stop. */
export function reportFaults(log: Logger): () => void {
  const report = (message: unknown) => {
    const { kind: peer, error } = message as Fault
    const problem = error instanceof Malformed ? 'malformed' : 'failed'
    peerFaults.inc({ peer, problem })
    log.warn({ peer, problem, ...describe(error) }, 'a connection was closed because of what came over it')
  }
  faults.subscribe(report)
  return () => {
    faults.unsubscribe(report)
  }
}

/** Where it happened, never what came: the message of a foreign error may repeat that, so only its place in the code is kept. */
function describe(error: Error): Record<string, unknown> {
  if (error instanceof Malformed) return { reason: error.message }
  const places = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return { type: error.constructor.name, stack: places.slice(0, 8).join('\n') }
}
