import { z } from 'zod'

/** What an operation does: it decides status code, tool hints, idempotency, rate class and who may call it. */
export type Effect = 'read' | 'create' | 'change' | 'delete'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `params` maps a path parameter to an input field of another name; `fixed` are input fields this path stands for. */
export interface Route {
  method: Method
  path: `/${string}`
  params?: Record<string, string>
  fixed?: Record<string, unknown>
  /** How many bytes of body it takes, where the usual 1 MiB is too little. */
  largest?: number
  /** Where one path needs other preparation than the contract's. */
  rehearsal?: Rehearsal
}

type Given = Record<string, unknown>

export interface Tool {
  tool: string
  category: string
  /** A few words for a person who looks at a list of tools. */
  title: string
  /** One sentence that says when to use it. */
  description: string
  /** Repeating the call with the same input changes nothing more. */
  idempotent?: true
  /** What a list keeps of each item, or one thing of itself, unless `response_format: detailed` asks for all; `task.key` reaches inside. */
  concise?: readonly string[] | ((given: Given) => readonly string[])
  /** What a short answer leaves out of one thing. */
  hides?: readonly string[]
  /** A long text that is read on: the field with the text, the input field to go on from, and the field that says where. */
  reads_on?: { text: string; from: string; next: string }
  /** Arguments of the tool alone, and which operation they choose instead: `restore` on what deletes. `changes`: of a read, one that does not only read. */
  variants?: { input: z.ZodRawShape; changes?: true; choose(given: Given): { operation?: string | undefined; given: Given } }
  /** How a deletion is taken back, and for how many days it can be. */
  undo?: { how: string; days?: number }
  /** A smaller input than the contract's, where a model needs less; what is not shown is taken all the same. */
  shows?: z.ZodType
}

/** viewer reads, member writes, admin manages, owner owns. `system` is the worker alone. */
export type Level = 'read' | 'write' | 'manage' | 'own'
export type Permission = `${string}:${Level}` | 'system'

/** The realm is whose rows an operation touches; it picks database role, settings and wall. */
type Access =
  | { realm: 'public'; permission: 'anyone' }
  | { realm: 'identity'; permission: 'anyone' | 'self' | 'system'; scope?: Permission }
  | { realm: 'account'; permission: 'self' }
  | { realm: 'organization'; permission: Permission }
  | { realm: 'instance'; permission: 'administrator' | 'system' }

/** How the looping tests prepare an operation whose input they cannot guess from the schema. */
export interface Rehearsal {
  /** Run this operation first, and copy fields of its output into the input: `{ fence: 'lease.fence' }`. */
  after?: string
  carry?: Record<string, string>
  /** Fixed fields; `$name` stands for a value of the test's world (`$email`, `$password`, …). */
  input?: Record<string, unknown>
  /** It ends the account it runs as, or cannot be done twice there, so a new one runs it. */
  newcomer?: true
  /** Even when everything is right it answers this refusal; such an operation does not count as served. */
  refuses?: string
}

export type Contract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Access & {
  summary: string
  effect: Effect
  input: I
  output: O
  /** Of a read: the kinds of event (`task.updated`, `task.*`, `*`) and unlogged changes that make an earlier answer stale. */
  stale_after?: readonly string[]
  http?: readonly Route[]
  mcp?: Tool
  /** It takes long, so that only a few run at once for a user, an organization and a node. */
  heavy?: true
  /** Its answer is written while the caller waits: as server-sent events to callers that accept them, else as one JSON body once it is whole. */
  streams?: true
  /** A job runs in the worker and has no door of its own. */
  job?: true
  /** Refused to every key, token and device, and to a login older than ten minutes. */
  needs_person?: true
  /** The same where the input names one of these fields: by them somebody more may see or receive something. */
  person_for?: readonly string[]
  /** Refused to an administrator who acts as somebody else, although a role of theirs would do. */
  not_impersonated?: true
  /** Where mail is on: refused to an account whose e-mail address is unproven; with fields, where the input names one of them. */
  needs_proven_email?: true | readonly string[]
  /** The output holds a secret shown once: it is never stored for a repeated idempotency key. */
  secret_output?: true
  /** A browser's cookie may stand for the refresh token here; no other route reads one. */
  session_cookie?: true
  /** The output's `field` (`user.id` for a nested one) is a `ref` of this kind, so tests can make one. */
  creates?: { ref: string; field: string }
  /** What the specification asks of it and it does not do yet. Its row counts as not served until this is gone. */
  incomplete?: string
  rehearsal?: Rehearsal
}

export function contract<I extends z.ZodType, O extends z.ZodType>(definition: Contract<I, O>): Contract<I, O> {
  return definition
}

/** Marks a field as naming a resource; the isolation test puts another tenant's there. */
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
