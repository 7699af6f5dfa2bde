import { createHash } from 'node:crypto'

/** Who ran something, as the system knows them. */
export interface SystemUser {
  id: number
  name: string
}

/** What a machine signs about a command it ran. `docs/verify-receipt.mjs` reads the same text. */
export interface ReceiptBody {
  type: 'receipt'
  version: 1
  machine: string
  /** The server's, taken before the command began; null if it was not asked. */
  nonce: string | null
  /** What it is to be evidence for. It is part of what is signed: nobody can hand it to another gate. */
  feature: string | null
  gate: string | null
  task: string | null
  check: string | null
  argv: string[]
  /** As a shell tells it: 128 and the number of the signal that ended it. */
  exit_code: number
  output_sha256: string
  output_bytes: number
  commit: string
  /** The commit as git stores it, in base64: its digest is `commit`, and it names the tree that belongs to it. */
  commit_object: string
  /** Of all files before the command ran, uncommitted and untracked ones included. */
  tree: string
  /** The same after it ended. */
  tree_after: string
  dirty: boolean
  submodules: { path: string; commit: string; dirty: boolean }[]
  started_at: string
  ended_at: string
  /** Of the process that signs, of the command, and of the agent that asked for it, if that is known. */
  signer_user: SystemUser
  command_user: SystemUser
  agent_user: SystemUser | null
}

/** The tree of the commit that a receipt names; nothing if the text it brings is not that commit. */
export function committedTree({ commit, commit_object }: Pick<ReceiptBody, 'commit' | 'commit_object'>): string | undefined {
  const text = Buffer.from(commit_object, 'base64')
  const digest = createHash(commit.length === 64 ? 'sha256' : 'sha1')
    .update(`commit ${text.length}\0`)
    .update(text)
    .digest('hex')
  if (digest !== commit) return undefined
  return /^tree ([0-9a-f]{40,64})\n/.exec(text.toString('latin1'))?.[1]
}
