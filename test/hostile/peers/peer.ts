import type { Config } from '../../../src/platform/config.ts'

/** Where the hostile service listens, and settings that lead every client to it. */
export interface World {
  url: string
  config: Config
}

export interface Call {
  does: string
  ask(): Promise<unknown>
  /** What a right answer to the request for this path says. */
  says(path: string): unknown
  /** What the call comes to with right answers. */
  gives?: unknown
}

export interface Peer {
  name: string
  calls(world: World): Call[] | Promise<Call[]>
  /** Whether its client reports failures like this. Without it, the client never rejects. */
  fails?(error: unknown): boolean
}

export const now = '2026-11-19T10:00:00Z'
