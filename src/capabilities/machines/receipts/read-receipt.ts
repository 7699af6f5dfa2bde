import { z } from 'zod'
import { Id, Timestamp } from '../../../kernel/contract.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { committedTree, type ReceiptBody } from '../../../platform/receipt.ts'
import { argumentsDigest, canonical, isSigned } from '../../../platform/tunnel-protocol.ts'
import { Argv, CheckName, GateKey } from '../../features/workflows/gates.contract.ts'

const sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
const name = z
  .string()
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u)
const User = z.strictObject({ id: z.int().min(-1), name })

const Body = z.strictObject({
  type: z.literal('receipt'),
  version: z.literal(1),
  machine: Id,
  nonce: z.string().max(100).nullable(),
  feature: name.nullable(),
  gate: GateKey.nullable(),
  task: name.nullable(),
  check: CheckName.nullable(),
  argv: Argv,
  exit_code: z.int().min(0).max(2_147_483_647),
  output_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  output_bytes: z.int().min(0),
  commit: sha,
  commit_object: z.base64().max(120_000),
  tree: sha,
  tree_after: sha,
  dirty: z.boolean(),
  submodules: z.array(z.strictObject({ path: z.string().max(1000), commit: sha, dirty: z.boolean() })).max(200),
  started_at: Timestamp,
  ended_at: Timestamp,
  signer_user: User,
  command_user: User,
  agent_user: User.nullable(),
})

interface Signed {
  body: string
  signature: string
  output?: string | undefined
}

/** Verifies the machine's signature and that the body is consistent. Anything modified after signing is rejected here. */
export function readReceipt({ body: text, signature, output }: Signed, machine: { id: string; public_key: Buffer }): ReceiptBody {
  if (!isSigned(machine.public_key, 'receipt', text, signature))
    throw new Refusal('invalid', 'signature: this machine has not signed this text. Hand in the receipt as `baton run` wrote it.')
  const body = parse(text)
  if (body.machine !== machine.id) throw new Refusal('invalid', 'body: it names another machine than the one that signed it.')
  if (output !== undefined && argumentsDigest(output) !== body.output_sha256)
    throw new Refusal('invalid', 'output: this is not what the command wrote; its SHA-256 differs. Leave it out or send it unchanged.')
  const tree = committedTree(body)
  if (!tree) throw new Refusal('invalid', 'body: commit_object is not the commit that it names.')
  if (body.dirty !== (body.tree !== tree || body.submodules.some(({ dirty }) => dirty)))
    throw new Refusal('invalid', 'body: dirty does not agree with the tree and the commit’s own.')
  if (Date.parse(body.ended_at) < Date.parse(body.started_at)) throw new Refusal('invalid', 'body: it ends before it starts.')
  if (body.feature !== null ? body.gate === null || body.task !== null : body.gate !== null)
    throw new Refusal('invalid', 'body: name a feature and its gate, or a task, or neither.')
  return body
}

function parse(text: string): ReceiptBody {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('invalid', 'body: must be JSON.')
  }
  const { data, error } = Body.safeParse(value)
  if (!data) {
    const [{ path, message } = { path: [], message: 'is no receipt' }] = error.issues
    throw new Refusal('invalid', `body: ${[...path.map(String), message].join(': ')}. Hand in the receipt as \`baton run\` wrote it.`)
  }
  // Only the canonical text is accepted: an extra space would change the digest, and the same receipt would count twice.
  if (canonical(data) !== text) throw new Refusal('invalid', 'body: keys must be in order, without spaces.')
  return data
}
