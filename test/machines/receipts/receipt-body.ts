import { createHash, randomBytes } from 'node:crypto'
import type { ReceiptBody } from '../../../src/platform/receipt.ts'

/** A commit with this tree, in git's object format. */
export function commitOf(tree: string): { commit: string; commit_object: string } {
  const text = Buffer.from(
    `tree ${tree}\nauthor A <a@example.com> 1 +0000\ncommitter A <a@example.com> 1 +0000\n\n${randomBytes(4).toString('hex')}\n`,
  )
  const commit = createHash('sha1').update(`commit ${text.length}\0`).update(text).digest('hex')
  return { commit, commit_object: text.toString('base64') }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const tree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** A valid receipt, apart from the given fields. Every call returns a different one. */
export function receiptBody(given: Partial<ReceiptBody> & { machine: string }): ReceiptBody {
  const now = new Date().toISOString()
  return {
    type: 'receipt',
    version: 1,
    nonce: null,
    feature: null,
    gate: null,
    task: null,
    check: null,
    argv: ['npm', 'test'],
    exit_code: 0,
    output_sha256: sha256(''),
    output_bytes: 0,
    ...commitOf(tree),
    tree,
    tree_after: tree,
    dirty: false,
    submodules: [],
    started_at: now,
    ended_at: now,
    signer_user: { id: 0, name: 'root' },
    command_user: { id: 65_534, name: 'nobody' },
    agent_user: { id: 65_534, name: 'nobody' },
    ...given,
  }
}
