import { type Context, userOf } from '../../../kernel/context.ts'
import { implement } from '../../../kernel/operation.ts'
import { isId, newId } from '../../../platform/ids.ts'
import * as contracts from './instances.contract.ts'
import { bindInstance, enter, holdingById, holdingByKey, instanceById, type InstanceRow, unbindConnection } from './instances.queries.ts'

export type { InstanceRow }

/** The keys that identify a window: the calling one, or the one that something belongs to. */
export interface Keys {
  client_session: string | null
  connection: string | null
}

/** An instance that hasn't called for this long is considered gone. */
export const silentAfter = 5 * 60_000

/** The caller's keys; its arguments take precedence over what its client or its connection says. A run is one window, whatever it says. */
export function callerKeys({ call, principal }: Pick<Context, 'call' | 'principal'>, client_session?: string): Keys {
  if (principal.run) return { client_session: principal.run.id, connection: null }
  return { client_session: client_session ?? call.instance?.client_session ?? null, connection: call.instance?.connection ?? null }
}

/** True or false if both have a key of the same kind, undefined if nothing can be compared. */
export function isSameInstance(one: Keys, other: Keys): boolean | undefined {
  if (one.client_session !== null && other.client_session !== null) return one.client_session === other.client_session
  if (one.connection !== null && other.connection !== null) return one.connection === other.connection
  return undefined
}

export const findInstance = (ctx: Context, id: string): Promise<InstanceRow | undefined> => ctx.tx.row(instanceById, { org: ctx.org, id })

/** The window that holds a task, read together with the task; after waiting for the task's lock, it may be another one. */
export const holdingWindow = (ctx: Context, name: string): Promise<InstanceRow | undefined> =>
  ctx.tx.row(isId(name) ? holdingById : holdingByKey, { org: ctx.org, name: isId(name) ? name : name.toUpperCase() })

/** The values by which the calling instance is looked up, or with which it is stored. */
export function instanceValues(ctx: Context, keys: Keys) {
  const { client_session, connection } = keys
  return { user: userOf(ctx), agent: ctx.principal.agent, client_session, connection, new_instance: newId(), now: ctx.clock.now() }
}

/** The calling instance. Without a key to recognize it by, it is a new one on every call. */
export async function enterInstance(ctx: Context, keys: Keys): Promise<string> {
  return (await ctx.tx.one(enter, instanceValues(ctx, keys))).id
}

/** Adds the other keys to an instance recognized by one of them, so that any of them identifies it from now on. */
export async function learnKeys(ctx: Context, known: Keys & { id: string }, keys: Keys): Promise<void> {
  const isNews = (key: keyof Keys) => known[key] === null && keys[key] !== null
  if (isNews('client_session') || isNews('connection')) {
    await ctx.tx.rows(bindInstance, { org: ctx.org, id: known.id, client_session: keys.client_session, connection: keys.connection })
  }
}

export const leaveConnection = implement(contracts.leaveConnection, async (ctx, { user_id, connection }) => ({
  left: (await ctx.tx.rows(unbindConnection, { org: ctx.org, user_id, connection })).length,
}))
