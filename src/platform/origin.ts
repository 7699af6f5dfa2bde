import { AsyncLocalStorage } from 'node:async_hooks'

/** Where the work at hand came from: a request, or the request that left a job behind. It follows every await by itself. */
export interface Origin {
  request_id: string
  /** W3C Trace Context of the span this work belongs below. */
  traceparent?: string | undefined
}

const current = new AsyncLocalStorage<Origin>()

export const origin = (): Origin | undefined => current.getStore()

export const withOrigin = <T>(from: Origin | undefined, work: () => T): T => (from ? current.run(from, work) : work())
