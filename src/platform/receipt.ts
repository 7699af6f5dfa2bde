import { createHash } from 'node:crypto'

/** Who ran something, as the operating system knows them. */
export interface SystemUser {
  id: number
  name: string
}

/** What a machine signs about a command it ran. `docs/verify-receipt.mjs` reads the same text. */
export interface ReceiptBody {
  type: 'receipt'
  version: 1
  machine: string
  /** The server's nonce, obtained before the command started; null if none was requested. */
  nonce: string | null
  /** What it is evidence for. Part of the signed text, so nobody can submit it to another gate. */
  feature: string | null
  gate: string | null
  task: string | null
  check: string | null
  argv: string[]
  /** As a shell reports it: 128 plus the signal number if a signal ended it. */
  exit_code: number
  output_sha256: string
  output_bytes: number
  commit: string
  /** The commit object as git stores it, in base64: its digest is `commit`, and it names the tree of the commit. */
  commit_object: string
  /** The tree of all files before the command ran, including uncommitted and untracked ones. */
  tree: string
  /** The same after it ended. */
  tree_after: string
  dirty: boolean
  submodules: { path: string; commit: string; dirty: boolean }[]
  started_at: string
  ended_at: string
  /** The users of the signing process, of the command, and of the agent that requested it, if known. */
  signer_user: SystemUser
  command_user: SystemUser
  agent_user: SystemUser | null
}

/** The tree of the commit that a receipt names; undefined if the enclosed commit object is not that commit. */
export function committedTree({ commit, commit_object }: Pick<ReceiptBody, 'commit' | 'commit_object'>): string | undefined {
  const text = Buffer.from(commit_object, 'base64')
  const digest = createHash(commit.length === 64 ? 'sha256' : 'sha1')
    .update(`commit ${text.length}\0`)
    .update(text)
    .digest('hex')
  if (digest !== commit) return undefined
  return /^tree ([0-9a-f]{40,64})\n/.exec(text.toString('latin1'))?.[1]
}
