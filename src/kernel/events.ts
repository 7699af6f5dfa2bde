import type { Context } from './context.ts'

/** A kind of event: its type, and the columns of the log that its data fills. */
export interface EventKind<Data> {
  readonly type: string
  readonly place: (data: Data) => { project_id?: string | null; owner_id?: string | null; subject_id?: string | null }
}

export function event<Data>(type: string, place: EventKind<Data>['place']): EventKind<Data> {
  return { type, place }
}

/** Changes without an entry in the log. Watchers are told that something changed, not what, and read again. */
export const unloggedChanges = ['tool_calls.recorded', 'tokens.used', 'runs.output', 'presence.changed'] as const
export type UnloggedChange = (typeof unloggedChanges)[number]

type Reaction<Data> = (ctx: Context, data: Data) => Promise<void>
/** By event type: what else runs in the same transaction once the handler is done. */
export type Reactions = ReadonlyMap<string, Reaction<never>>

export const reactTo = <Data>(kind: EventKind<Data>, reaction: Reaction<Data>): [string, Reaction<Data>] => [kind.type, reaction]
