import type { LoggingLevel } from '@modelcontextprotocol/server'

/** Something an agent should hear at once. In our words: nothing in it was written by anybody but, in a stop, its reason. */
export interface Notice {
  event: 'agent.stopped' | 'agent.resumed' | 'hint.waiting' | 'lease.expiring' | 'lease.expired' | 'lease.overridden'
  level: LoggingLevel
  details: Record<string, unknown>
}

/** One open stream: whose it is as far as is known, and how to tell it something. */
export interface Listener {
  org: string
  agent(): Promise<string> | undefined
  tell(notice: Notice): void
}
