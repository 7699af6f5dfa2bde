import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'

/** The protocol between a server and a machine. Both sides import this file, so that they sign and verify the same bytes. */

export const heartbeatMilliseconds = 15_000
export const deadMilliseconds = 45_000
/** A side that hears nothing for this long cuts the connection, a little before the other counts as gone. */
export const silentMilliseconds = 40_000
/** How long a machine has to open a stream it was asked for. */
export const streamMilliseconds = 10_000
/** How many bytes of an action's output are kept. */
export const maxOutput = 256 * 1024

export type Risk = 'read' | 'write' | 'danger'

export interface AllowedAction {
  name: string
  description: string
  risk: Risk
  schema: Record<string, unknown>
}

/** The person's signature for a dangerous action, as WebAuthn gives it. */
export interface Approval {
  credential_id: string
  response: Record<string, unknown>
}

/** An action as sent to the machine: bound to this machine, this request, these arguments, an expiry and a sequence number. */
export interface ActionBody {
  type: 'action'
  machine: string
  id: string
  action: string
  arguments: Record<string, unknown>
  arguments_sha256: string
  expires_at: string
  seq: number
  approval: Approval | null
}

export interface OpenBody {
  type: 'open'
  machine: string
  stream: string
  port: number
  token: string
  expires_at: string
}

/** An agent to be started here. The fence distinguishes it from an earlier attempt at the same run, whose results no longer count. */
export interface RunBody {
  type: 'run'
  machine: string
  run: string
  fence: number
  /** Who requested it: the machine's file says for whom it starts agents. */
  requested_by: { id: string; handle: string }
  /** Which client of the machine's file to start. */
  client: string
  /** The checkout that the worktree is created from; it must lie in the jail. */
  folder: string
  branch: string
  task: { key: string; title: string; project: string }
  prompt: string
  mcp: { url: string; token: string }
  /** An earlier run whose worktree and conversation are continued. */
  continues: string | null
  /**
   * A command that a gate wants run afterwards, if this machine's file has exactly this command, the nonce for its receipt, and what the receipt
   * is evidence for.
   */
  check: { command: string[]; nonce: string; feature?: string; gate?: string; check?: string } | null
  expires_at: string
}

export interface StopRunBody {
  type: 'stop_run'
  machine: string
  run: string
  fence: number
  expires_at: string
}

/** For whom a machine starts agents, and which ones, as its file says. People are named by id or handle. */
export interface RunOffer {
  people: string[]
  clients: { name: string; protocol: 'acp' | 'command' }[]
  at_once: number
  /** Quiet hours: nothing is started now. */
  quiet: boolean
}

export interface RunName {
  run: string
  fence: number
}

export interface RunOutput extends RunName {
  /** Numbers the chunks of one attempt from 1. */
  seq: number
  kind: 'stdout' | 'stderr' | 'message' | 'tool' | 'note'
  text: string
}

/** What kinds of tools an agent may ask to use, as the Agent Client Protocol names them. */
export const toolKinds = ['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'] as const
export type ToolKind = (typeof toolKinds)[number]

/** The outcome of an attempt. It waits in the outbox until the server has received it. */
export interface RunResult extends RunName {
  /**
   * done: the agent has ended by itself; whether it has done anything is for the server to judge, by the figures below.
   * unknown: the machine stopped in the meantime, and everything it had started stopped with it.
   */
  outcome: 'done' | 'failed' | 'stopped' | 'unknown' | 'refused'
  exit_code: number | null
  error: string | null
  branch: string | null
  base: string | null
  /** The last commit of the branch; null if it could not be read. */
  head: string | null
  files_changed: number
  insertions: number
  deletions: number
  dirty_files: number
  /** Tool calls that the machine did not allow; null, or left out by an older machine, if the agent asks somebody else or nobody. */
  refused?: { count: number; kinds: ToolKind[] } | null
  receipt: { body: string; signature: string } | null
}

/** A body as the exact text that was signed. */
export interface SignedFrame {
  body: string
  signature: string
}

export interface OfferedSigner {
  credential_id: string
  public_key: string
  fingerprint: string
  name: string
}

export interface ActionResult {
  id: string
  outcome: 'done' | 'failed' | 'unknown'
  exit_code: number | null
  output: string
  error: string | null
}

export type ToMachine =
  | ({ type: 'signed' } & SignedFrame)
  | { type: 'welcome'; server_time: string; signers: OfferedSigner[] }
  | { type: 'signers'; signers: OfferedSigner[] }
  | { type: 'pong'; server_time?: string }
  | { type: 'received'; id: string }
  | ({ type: 'run_received' } & RunName)
  | ({ type: 'run_lost' } & RunName)

export type ToServer =
  | {
      type: 'hello'
      client_version: string
      actions: AllowedAction[]
      ports: number[]
      signers: string[]
      last_seq: number
      runs: RunOffer | null
    }
  | { type: 'heartbeat'; runs?: RunName[] }
  | { type: 'acknowledged'; id: string }
  | ({ type: 'result' } & ActionResult)
  | { type: 'stream_refused'; stream: string; reason: string }
  | ({ type: 'run_started'; branch: string; worktree: string } & RunName)
  | ({ type: 'run_output' } & RunOutput)
  | ({ type: 'run_ended' } & RunResult)

/** Canonical JSON: keys sorted, no whitespace. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const fields = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

export const argumentsDigest = (text: string): string => sha256(text).toString('hex')

/** 160 bits of a key's SHA-256 in groups that two people can read to each other. */
export const fingerprintOf = (publicKey: Uint8Array): string =>
  sha256(publicKey)
    .toString('hex')
    .slice(0, 40)
    .replace(/(.{4})(?=.)/g, '$1-')

/** What a passkey signs for a dangerous action: exactly what the person was shown. */
export const approvalChallenge = (shown: {
  machine: string
  action: string
  arguments: Record<string, unknown>
  expires_at: string
}): string => sha256(canonical(shown)).toString('base64url')

export function newKeyPair(): { privateKey: string; publicKey: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), publicKey: rawKey(publicKey) }
}

const rawKey = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')

export const publicKeyOf = (privateKey: string): Buffer => rawKey(createPublicKey(createPrivateKey(privateKey)))

/** The purpose is part of the signed text: a signature for a frame is invalid for a challenge. */
type Purpose = 'challenge' | 'frame' | 'receipt'
const signedText = (purpose: Purpose, text: string): Buffer => Buffer.from(`baton-tunnel-${purpose}\n${text}`)

export const signText = (privateKey: string, purpose: Purpose, text: string): string =>
  sign(null, signedText(purpose, text), createPrivateKey(privateKey)).toString('base64url')

export function isSigned(publicKey: Uint8Array, purpose: Purpose, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') }, format: 'jwk' })
    return verify(null, signedText(purpose, text), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

export function signFrame(privateKey: string, body: ActionBody | OpenBody | RunBody | StopRunBody): SignedFrame {
  const text = canonical(body)
  return { body: text, signature: signText(privateKey, 'frame', text) }
}

/** The text a machine signs to answer a challenge; the signature is sent in its Authorization header. */
export const challengeText = (tunnel: string, challenge: string): string => `${tunnel}\n${challenge}`
