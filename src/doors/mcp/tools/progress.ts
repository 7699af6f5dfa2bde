import type { ServerContext } from '@modelcontextprotocol/server'
import type { Step } from '../../../kernel/context.ts'

/** Tells the caller how far a call is, if it has asked for that. What it is told only ever grows, as the protocol wants it. */
export function progressOf({ mcpReq }: ServerContext): ((step: Step) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  let last = -1
  return ({ done, total, message }) => {
    if (done <= last || mcpReq.signal.aborted) return
    last = done
    // A caller that has gone needs no news.
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: done, total, message } }).catch(() => {})
  }
}
