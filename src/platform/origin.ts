import { AsyncLocalStorage } from 'node:async_hooks'

/** Where the current work came from: a request, or the request that enqueued the job. It follows every await automatically. */
export interface Origin {
  request_id: string
  /** W3C Trace Context of the parent span. */
  traceparent?: string | undefined
}

const current = new AsyncLocalStorage<Origin>()

export const origin = (): Origin | undefined => current.getStore()

export const withOrigin = <T>(from: Origin | undefined, work: () => T): T => (from ? current.run(from, work) : work())
