import { z } from 'zod'
import { readMessage } from './peer.ts'
import { maxOutput, toolKinds } from './tunnel-protocol.ts'

/**
 * The frames between a server and a machine, as each side reads what the other sends. Neither trusts the other: a machine can be anybody's,
 * and a server can have been taken over. Unknown fields are dropped and unknown types skipped, because the other side may be newer.
 */

const Id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const text = (most: number) => z.string().max(most)
const Count = z.int().min(0).max(2_147_483_647)
const Time = text(40).refine((time) => !Number.isNaN(Date.parse(time)))
const Run = { run: Id, fence: z.int().min(1).max(1_000_000) }
const RunName = z.object(Run)
const Risk = z.enum(['read', 'write', 'danger'])

const toServer = {
  hello: z.object({
    type: z.literal('hello'),
    client_version: text(120),
    actions: z.array(z.object({ name: text(64), description: text(300), risk: Risk, schema: z.record(text(100), z.unknown()) })).max(100),
    ports: z.array(z.int().min(1).max(65_535)).max(100),
    signers: z.array(text(60)).max(50),
    last_seq: z.int().min(0),
    runs: z
      .object({
        people: z.array(text(100)).max(100),
        clients: z.array(z.object({ name: text(64), protocol: z.enum(['acp', 'command']) })).max(50),
        at_once: z.int().min(0).max(100),
        quiet: z.boolean(),
      })
      .nullable()
      .default(null),
  }),
  heartbeat: z.object({ type: z.literal('heartbeat'), runs: z.array(RunName).max(100).optional() }),
  acknowledged: z.object({ type: z.literal('acknowledged'), id: Id }),
  result: z.object({
    type: z.literal('result'),
    id: Id,
    outcome: z.enum(['done', 'failed', 'unknown']),
    exit_code: z.int().nullable(),
    output: text(2 * maxOutput),
    error: text(2000).nullable(),
  }),
  stream_refused: z.object({
    type: z.literal('stream_refused'),
    stream: Id,
    reason: z.string().transform((reason) => reason.slice(0, 300)),
  }),
  run_started: z.object({ type: z.literal('run_started'), ...Run, branch: text(250).min(1), worktree: text(1000).min(1) }),
  run_output: z.object({
    type: z.literal('run_output'),
    ...Run,
    seq: z.int().min(1).max(1_000_000_000),
    kind: z.enum(['stdout', 'stderr', 'message', 'tool', 'note']),
    text: text(16_384),
  }),
  run_ended: z.object({
    type: z.literal('run_ended'),
    ...Run,
    outcome: z.enum(['done', 'failed', 'stopped', 'unknown', 'refused']),
    exit_code: z.int().nullable(),
    error: z.string().nullable(),
    branch: text(250).nullable(),
    base: text(64).nullable(),
    head: text(64).nullable(),
    files_changed: Count,
    insertions: Count,
    deletions: Count,
    dirty_files: Count,
    refused: z
      .object({ count: Count, kinds: z.array(z.enum(toolKinds)).max(toolKinds.length) })
      .nullable()
      .optional(),
    receipt: z.object({ body: text(200_000), signature: text(200) }).nullable(),
  }),
}

const Signers = z.array(z.object({ credential_id: text(2000), public_key: text(4000), fingerprint: text(100), name: text(500) })).max(100)

const toMachine = {
  signed: z.object({ type: z.literal('signed'), body: z.string(), signature: text(200) }),
  welcome: z.object({ type: z.literal('welcome'), server_time: Time, signers: Signers }),
  signers: z.object({ type: z.literal('signers'), signers: Signers }),
  pong: z.object({ type: z.literal('pong'), server_time: Time.optional() }),
  received: z.object({ type: z.literal('received'), id: Id }),
  run_received: z.object({ type: z.literal('run_received'), ...Run }),
  run_lost: z.object({ type: z.literal('run_lost'), ...Run }),
}

const bound = { machine: Id, expires_at: text(40) }
// What a machine refuses with a reason (wrong arguments, an unknown person) is not checked here, but where the reason is found.
const bodies = {
  action: z.object({
    type: z.literal('action'),
    ...bound,
    id: Id,
    action: text(200),
    arguments: z.record(z.string(), z.unknown()),
    arguments_sha256: text(100),
    seq: z.number(),
    approval: z.object({ credential_id: text(2000), response: z.record(z.string(), z.unknown()) }).nullable(),
  }),
  open: z.object({ type: z.literal('open'), ...bound, stream: Id, port: z.int(), token: text(4000).regex(/^[\w.~+/=-]+$/) }),
  run: z.object({
    type: z.literal('run'),
    ...bound,
    ...Run,
    requested_by: z.object({ id: text(100), handle: text(200) }),
    client: text(200),
    folder: text(4096),
    branch: text(250),
    task: z.object({ key: text(200), title: text(4000), project: text(1000) }),
    prompt: z.string(),
    mcp: z.object({ url: text(2000), token: text(4000) }),
    continues: z.string().nullable(),
    check: z
      .object({
        command: z.array(z.string()).max(1000),
        nonce: text(1000),
        feature: z.string().optional(),
        gate: z.string().optional(),
        check: z.string().optional(),
      })
      .nullable(),
  }),
  stop_run: z.object({ type: z.literal('stop_run'), ...bound, ...Run }),
}

const Typed = z.looseObject({ type: z.string() })

/** `null`: of a type that this side does not know. */
function reader<Schemas extends Record<string, z.ZodType>>(schemas: Schemas) {
  type Read = { [Name in keyof Schemas]: z.output<Schemas[Name]> }[keyof Schemas]
  const All = Typed.transform((frame, context): Read | null => {
    const schema = Object.hasOwn(schemas, frame.type) ? schemas[frame.type] : undefined
    if (!schema) return null
    const read = schema.safeParse(frame)
    if (read.success) return read.data as Read
    const [first] = read.error.issues
    context.addIssue({ code: 'custom', path: first?.path ?? [], message: first?.code ?? 'custom' })
    return z.NEVER
  })
  return (text: string): Read | null => readMessage(All, text)
}

export const readFromMachine = reader(toServer)
export const readFromServer = reader(toMachine)
/** The body of a signed frame, after its signature was checked: whoever signs it may have been taken over. */
export const readBody = reader(bodies)

/** What a server answers to a machine that claims its pairing. */
export const Claimed = z.object({
  id: Id,
  organization_id: Id,
  name: text(500),
  server_public_key: text(100),
  origin: text(2000),
  rp_id: text(500),
})
/** A problem as the server tells it. */
export const Told = z.object({ detail: text(4000) })
