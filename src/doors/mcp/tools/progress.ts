import type { ServerContext } from '@modelcontextprotocol/server'
import type { Step } from '../../../kernel/context.ts'

/** Reports the progress of a call if its caller asked for that. The value only ever increases, as the protocol requires. */
export function progressOf({ mcpReq }: ServerContext): ((step: Step) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  let last = -1
  return ({ done, total, message }) => {
    if (done <= last || mcpReq.signal.aborted) return
    last = done
    // If the caller has disconnected, nobody needs the notification.
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: done, total, message } }).catch(() => {})
  }
}
