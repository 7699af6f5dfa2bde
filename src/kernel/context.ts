import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres.ts'
import type { Services } from '../platform/services.ts'
import type { Refusal } from './errors.ts'
import type { EventKind } from './events.ts'
import type { JobOptions, OperationInputs } from './jobs.ts'

export type OrganizationRole = 'owner' | 'admin' | 'member' | 'viewer'
export type CredentialKind = 'interactive' | 'device' | 'api_key' | 'mcp_token' | 'oauth' | 'ci_job' | 'impersonation' | 'system' | 'none'
export type Door = 'rest' | 'mcp' | 'websocket' | 'worker' | 'test'

/** The caller: a user, possibly through an agent, with a credential, in one organization. */
export interface Principal {
  readonly user: string | null
  readonly agent: string | null
  readonly credential: { readonly kind: CredentialKind; readonly id: string | null }
  readonly organization: { readonly id: string; readonly role: OrganizationRole } | null
  /** Why there is none, if the request named one that the caller isn't in: thrown where an organization is needed. */
  readonly noOrganization?: Refusal
  readonly personalOrganization: string | null
  readonly administrator: boolean
  /** The administrator impersonating this user. Impersonation never counts as a person who is present. */
  readonly impersonator: string | null
  /** Mail is configured, but the email address of this account has not been verified. */
  readonly unproven: boolean
  /** What the credential may be used for, such as `task:read`; null means everything its user may do. */
  readonly scopes: readonly string[] | null
  /** Set for an agent's run on a machine, which can see and change this one project and nothing else. */
  readonly run: { readonly id: string; readonly project: string } | null
  /** When this login, or its last step-up, proved that a person is present. */
  readonly authenticatedAt: Date | null
  /** Positions of the organization's log and the user's own when the credential was looked up: later reads include at least that much. */
  readonly positions?: { readonly organization: number | null; readonly user: number | null }
}

export const nobody: Principal = {
  user: null,
  agent: null,
  credential: { kind: 'none', id: null },
  organization: null,
  personalOrganization: null,
  administrator: false,
  impersonator: null,
  unproven: false,
  scopes: null,
  run: null,
  authenticatedAt: null,
}

export const system = (organization: string): Principal => ({
  ...nobody,
  credential: { kind: 'system', id: null },
  organization: { id: organization, role: 'owner' },
})

/** Progress: `done` of `total` parts, and what comes next, in our own words. */
export interface Step {
  done: number
  total: number
  message: string
}

/** The client's own conversation id, and the connection the call came in on. They tell windows of one agent apart, and grant another agent nothing. */
export interface InstanceKeys {
  client_session?: string | undefined
  connection?: string | undefined
}

/** Everything a call carries besides its input. */
export interface Call {
  door: Door
  idempotencyKey?: string | undefined
  /** Receives the progress of a long-running operation. */
  progress?: ((step: Step) => void) | undefined
  /** Aborted when nobody waits for the answer anymore: whatever is running is canceled and rolled back. */
  signal?: AbortSignal | undefined
  /** Runs everything, then rolls it back: the answer says what would have happened. */
  dryRun?: true
  /** The door's own statements in the transaction: sent along with a read, which fails if they do, or with the COMMIT of a write. */
  beside?: ((tx: Tx) => Promise<void>) | undefined
  /** The answer goes to a model, which pays for every word: long texts come in pieces, lists with their totals. */
  brief?: true
  /** Tells one window of a client from another, as far as its protocol allows. */
  instance?: InstanceKeys | undefined
  /** Address and device of the caller, for login sessions and their limits. */
  address?: string | undefined
  device?: string | undefined
  /** Token that an earlier login gave this device, so that it is recognized. */
  deviceToken?: string | undefined
}

/** What every phase of an operation sees. */
export interface PhaseContext {
  readonly clock: Clock
  readonly services: Services
  readonly call: Call
  principal: Principal
  /** The organization whose rows and log this operation works on. */
  org: string
}

/** A transaction in the operation's realm, for code that only reads or writes rows. */
export interface TxContext extends PhaseContext {
  readonly tx: Tx
}

/** The context before and after the operation's transaction, where waiting for external systems is allowed. */
export interface OutsideContext extends PhaseContext {
  /** Runs `work` in a short transaction of its own, committed when `work` is done. */
  transaction<T>(mode: 'read' | 'write', work: (ctx: TxContext) => Promise<T>): Promise<T>
}

/** Everything a handler sees. A handler waits for nothing but its transaction. */
export interface Context extends TxContext {
  /** Switches to `principal` in `org`. Only for an organization or user that this very transaction has created or proven. */
  enter(principal: Principal, org: string): void
  emit<Data>(kind: EventKind<Data>, data: Data): void
  enqueue<Name extends keyof OperationInputs>(operation: Name, input: OperationInputs[Name], options?: JobOptions): Promise<void>
  /** Sets the target that the audit entry names. */
  target(id: string): void
  /** For an item inserted together with COMMIT: its id, and the number, key and rank that complete the answer. Absent within another operation. */
  readonly deferred?: { item?: string; fields?: Promise<object> } | undefined
}

/** The caller's user id, for realms that can't be entered without one. */
export function userOf(ctx: Pick<PhaseContext, 'principal'>): string {
  if (!ctx.principal.user) throw new Error('this operation needs a user')
  return ctx.principal.user
}
