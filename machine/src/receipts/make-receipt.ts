import type { ReceiptBody, SystemUser } from '../../../src/platform/receipt.ts'
import { canonical, signText, type SignedFrame } from '../../../src/platform/tunnel-protocol.ts'
import type { Home, Pairing } from '../home.ts'
import { gitState } from './git-state.ts'
import { usersOf } from './system-users.ts'
import { witnessCommand, type Witness } from './witness-command.ts'

/** What a receipt is evidence for. */
export type Purpose = Pick<ReceiptBody, 'feature' | 'gate' | 'task' | 'check'>

interface Options {
  home: Home
  pairing: Pairing
  purpose: Purpose
  argv: readonly string[]
  folder: string
  env: NodeJS.ProcessEnv
  /** The agent's system user, if `sudo` does not provide it. */
  as: string | undefined
  /** Called after everything that can fail beforehand has been checked. */
  takeNonce(): Promise<string>
  hear(data: Buffer, stream: 'stdout' | 'stderr'): void
  now?(): Date
  /** Replaces the default if the command must not outlive its caller, or must be stoppable. */
  witness?: Witness
}

export interface SignedReceipt extends SignedFrame {
  receipt: ReceiptBody
}

/** Runs a command and signs the facts about it, whether it passed or failed. */
export async function makeReceipt(options: Options): Promise<SignedReceipt> {
  const { home, pairing, purpose, folder, env, hear, now = () => new Date(), witness = witnessCommand } = options
  const { signer, agent, runAs } = usersOf(env, options.as)
  const before = await gitState(folder, runAs)
  const nonce = await options.takeNonce()
  const argv = [...options.argv]
  const witnessed = await witness({ argv, folder, env, as: runAs, hear, now })
  const after = await gitState(folder, runAs)
  const receipt: ReceiptBody = {
    type: 'receipt',
    version: 1,
    machine: pairing.id,
    nonce,
    ...purpose,
    argv,
    ...witnessed,
    ...before,
    tree_after: after.tree,
    signer_user: signer,
    command_user: only(runAs ?? signer),
    agent_user: agent && only(agent),
  }
  const body = canonical(receipt)
  return { receipt, body, signature: signText(home.privateKey, 'receipt', body) }
}

const only = ({ id, name }: SystemUser): SystemUser => ({ id, name })
