import type { LoggingLevel } from '@modelcontextprotocol/server'

/** Something an agent should learn immediately. All of its text is ours, except the reason of a stop. */
export interface Notice {
  event: 'agent.stopped' | 'agent.resumed' | 'hint.waiting' | 'lease.expiring' | 'lease.expired' | 'lease.overridden'
  level: LoggingLevel
  details: Record<string, unknown>
}

/** An open stream: its agent, if known, and how to notify it. */
export interface Listener {
  org: string
  agent(): Promise<string> | undefined
  tell(notice: Notice): void
}
