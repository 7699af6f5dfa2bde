import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres.ts'
import type { Services } from '../platform/services.ts'
import type { EventKind } from './events.ts'
import type { JobOptions, OperationInputs } from './jobs.ts'

export type OrganizationRole = 'owner' | 'admin' | 'member' | 'viewer'
export type CredentialKind = 'interactive' | 'device' | 'api_key' | 'mcp_token' | 'oauth' | 'ci_job' | 'impersonation' | 'system' | 'none'
export type Door = 'rest' | 'mcp' | 'websocket' | 'worker' | 'test'

/** Who acts: a user, perhaps through an agent, by means of a credential, in one organization. */
export interface Principal {
  readonly user: string | null
  readonly agent: string | null
  readonly credential: { readonly kind: CredentialKind; readonly id: string | null }
  readonly organization: { readonly id: string; readonly role: OrganizationRole } | null
  readonly personalOrganization: string | null
  readonly administrator: boolean
  /** The administrator who acts as this user; never a person who is there. */
  readonly impersonator: string | null
  /** Mail is on, and nobody has proven the e-mail address of this account. */
  readonly unproven: boolean
  /** What the credential may be used for, such as `task:read`; null: for everything its user may do. */
  readonly scopes: readonly string[] | null
  /** A run of an agent on a machine: it sees and changes one project, and nothing beside it. */
  readonly run: { readonly id: string; readonly project: string } | null
  /** When this login, or its last step-up, proved that a person is there. */
  readonly authenticatedAt: Date | null
  /** How far the organization's log and the user's own had come when the credential was looked up: what is read after includes as much. */
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

/** `done` of `total` parts, and in words of ours what comes next. */
export interface Step {
  done: number
  total: number
  message: string
}

/** The client's own id of its conversation, and the connection it came by. Neither is a secret, so neither grants anything by itself. */
export interface InstanceKeys {
  client_session?: string | undefined
  connection?: string | undefined
}

/** What a call carries besides its input. */
export interface Call {
  door: Door
  idempotencyKey?: string | undefined
  /** Told how far a long piece of work has come. */
  progress?: ((step: Step) => void) | undefined
  /** Nobody waits for the answer any more: what runs is ended, and nothing of it stays. */
  signal?: AbortSignal | undefined
  /** Everything happens and is then undone: the answer says what would have been. */
  dryRun?: true
  /** What the door asks in the transaction: on the way of a read, which fails with it, or with the COMMIT of a write. */
  beside?: ((tx: Tx) => Promise<void>) | undefined
  /** The answer is read by a model, which pays for every word: long texts come in pieces, lists with their totals. */
  brief?: true
  /** What tells one window of a client from another, as far as its protocol says it. */
  instance?: InstanceKeys | undefined
  /** Address and device of the caller, for login sessions and their limits. */
  address?: string | undefined
  device?: string | undefined
  /** What an earlier login gave this device to be known by. */
  deviceToken?: string | undefined
}

/** What every phase of an operation sees. */
export interface PhaseContext {
  readonly clock: Clock
  readonly services: Services
  readonly call: Call
  principal: Principal
  /** The organization whose rows and log this operation is about. */
  org: string
}

/** A transaction in the operation's realm, for what only reads or writes rows. */
export interface TxContext extends PhaseContext {
  readonly tx: Tx
}

/** Before and after the operation's transaction: here it may wait for the outside. */
export interface OutsideContext extends PhaseContext {
  /** A short transaction of its own, committed when `work` is done. */
  transaction<T>(mode: 'read' | 'write', work: (ctx: TxContext) => Promise<T>): Promise<T>
}

/** All that a handler sees. It waits for nothing but its transaction. */
export interface Context extends TxContext {
  /** Becomes `principal` in `org`: for what this very transaction has made or proven. */
  enter(principal: Principal, org: string): void
  emit<Data>(kind: EventKind<Data>, data: Data): void
  enqueue<Name extends keyof OperationInputs>(operation: Name, input: OperationInputs[Name], options?: JobOptions): Promise<void>
  /** What the audit entry names as its object. */
  target(id: string): void
  /** For an item that is inserted together with COMMIT: its id, and its number, key and rank, which complete the answer. Absent within another operation. */
  readonly deferred?: { item?: string; fields?: Promise<object> } | undefined
}

/** The caller's user id, for realms that cannot be entered without one. */
export function userOf(ctx: Pick<PhaseContext, 'principal'>): string {
  if (!ctx.principal.user) throw new Error('this operation needs a user')
  return ctx.principal.user
}
