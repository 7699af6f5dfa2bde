import { z } from 'zod'

/** What an operation does. Determines status code, tool hints, idempotency, rate class and who may call it. */
export type Effect = 'read' | 'create' | 'change' | 'delete'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `params` maps path parameters to input fields of another name; `fixed` holds the input fields that this path implies. */
export interface Route {
  method: Method
  path: `/${string}`
  params?: Record<string, string>
  fixed?: Record<string, unknown>
  /** Largest body in bytes, where the default of 1 MiB is too small. */
  largest?: number
  /** For a path that needs a different rehearsal than the contract's. */
  rehearsal?: Rehearsal
}

type Given = Record<string, unknown>

export interface Tool {
  tool: string
  category: string
  /** A short title for people who look at a list of tools. */
  title: string
  /** One sentence that says when to use it. */
  description: string
  /** Repeating the call with the same input has no further effect. */
  idempotent?: true
  /** Fields kept of each list item, or of a single object, unless `response_format: detailed` asks for all; `task.key` reaches inside. */
  concise?: readonly string[] | ((given: Given) => readonly string[])
  /** Fields that a short answer omits from a single object. */
  hides?: readonly string[]
  /** Pagination of a long text: the field with the text, the input field to continue from, and the output field that says where. */
  reads_on?: { text: string; from: string; next: string }
  /** Arguments that only the tool has, and the operation they select, such as `restore` on a delete. `changes`: a read whose variants also write. */
  variants?: { input: z.ZodRawShape; changes?: true; choose(given: Given): { operation?: string | undefined; given: Given } }
  /** How to undo a deletion, and for how many days that is possible. */
  undo?: { how: string; days?: number }
  /** A smaller input schema to show, where a model needs less; fields that are not shown are still accepted. */
  shows?: z.ZodType
}

/** viewer reads, member writes, admin manages, owner owns. `system` is only for the worker. */
export type Level = 'read' | 'write' | 'manage' | 'own'
export type Permission = `${string}:${Level}` | 'system'

/** The realm says whose rows an operation touches, and selects the database role, the settings and the wall. */
type Access =
  | { realm: 'public'; permission: 'anyone' }
  | { realm: 'identity'; permission: 'anyone' | 'self' | 'system'; scope?: Permission }
  | { realm: 'account'; permission: 'self' }
  | { realm: 'organization'; permission: Permission }
  | { realm: 'instance'; permission: 'administrator' | 'system' }

/** How the looping tests prepare an operation whose input they can't guess from the schema. */
export interface Rehearsal {
  /** Run this operation first, and copy fields of its output into the input: `{ fence: 'lease.fence' }`. */
  after?: string
  carry?: Record<string, string>
  /** Fixed fields; `$name` stands for a value of the test's fixtures (`$email`, `$password`, …). */
  input?: Record<string, unknown>
  /** It ends the account it runs as, or works only once per account, so a new account runs it. */
  newcomer?: true
  /** It answers with this refusal even if everything is right; such an operation does not count as served. */
  refuses?: string
}

export type Contract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Access & {
  summary: string
  effect: Effect
  input: I
  output: O
  /** For reads: the types of event (`task.updated`, `task.*`, `*`) and unlogged changes that make an earlier answer stale. */
  stale_after?: readonly string[]
  http?: readonly Route[]
  mcp?: Tool
  /** Although it is the caller's own, it acts in the organization that the request names, and is refused if there is none. */
  in_organization?: true
  /** Long-running, so only a few run at once per user, organization and node. */
  heavy?: true
  /** Streams its answer: as server-sent events to callers that accept them, otherwise as one JSON body once it is complete. */
  streams?: true
  /** Runs as a job in the worker, with no door of its own. */
  job?: true
  /** Refused for every key, token and device, and for logins older than ten minutes. */
  needs_person?: true
  /** The same, but only if the input sets one of these fields: they may let somebody else see or receive something. */
  person_for?: readonly string[]
  /** Refused while impersonating, even if the impersonated role would suffice. */
  not_impersonated?: true
  /** If mail is configured: refused for an account with an unverified email address; with fields, only if the input sets one of them. */
  needs_proven_email?: true | readonly string[]
  /** The output contains a secret that is shown once, so it is never stored for a repeated idempotency key. */
  secret_output?: true
  /** The browser's cookie may replace the refresh token here; no other route reads the cookie. */
  session_cookie?: true
  /** The output's `field` (`user.id` for a nested one) is a `ref` of this kind, so tests can create one. */
  creates?: { ref: string; field: string }
  /** What the specification requires and this does not do yet. The operation counts as not served until this is gone. */
  incomplete?: string
  rehearsal?: Rehearsal
}

export function contract<I extends z.ZodType, O extends z.ZodType>(definition: Contract<I, O>): Contract<I, O> {
  return definition
}

/** Marks a field as a reference to a resource; the isolation test puts another tenant's there. */
export const references = z.registry<{ ref: string }>()

export function ref<T extends z.ZodType>(kind: string, schema: T): T {
  const copy = schema.clone() as T
  references.add(copy, { ref: kind })
  return copy
}

export const Id = z
  .string()
  .max(36)
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be an id')
export const Cursor = z.string().min(1).max(200)
export const Limit = z.int().min(1).max(100).default(50)
export const Timestamp = z.string().max(40)
export const Version = z.int().min(1).max(2_147_483_647)

export const page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next_cursor: z.string().nullable() })
