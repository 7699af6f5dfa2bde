import { createHash } from 'node:crypto'
import { constants, userInfo } from 'node:os'
import type { RunBody, SignedFrame } from '../../../src/platform/tunnel-protocol.ts'
import type { Home, Pairing } from '../home.ts'
import { makeReceipt } from '../receipts/make-receipt.ts'
import type { Witness } from '../receipts/witness-command.ts'
import type { Output } from './output.ts'
import { supervise, type Supervised } from './supervise.ts'

interface Options {
  home: Home
  pairing: Pairing
  check: NonNullable<RunBody['check']>
  worktree: string
  env: Record<string, string>
  /** The agent's system user, if it has its own. */
  as: string | undefined
  mark: string
  output: Output
  /** Called with the command once it runs, so that it can be stopped. */
  running(command: Supervised): void
}

/** Runs the gate's command after the agent has ended, without involving the agent, and signs the result. */
export async function runCheck({ home, pairing, check, worktree, env, as, mark, output, running }: Options): Promise<SignedFrame> {
  const { command, nonce, feature = null, gate = null, check: name = null } = check
  output.note(`Running ${command.join(' ')} for a receipt`)
  const witness: Witness = ({ argv, folder, as: user, hear, now }) => {
    const started_at = now().toISOString()
    const hash = createHash('sha256')
    let output_bytes = 0
    const child = supervise({ argv, folder, env, as: user, mark })
    running(child)
    child.stdin.end()
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].on('data', (data: Buffer) => {
        hash.update(data)
        output_bytes += data.length
        hear(data, stream)
      })
    return child.ended.then(({ code, signal, error }) => {
      if (error !== null) throw new Error(`${argv[0]} cannot be run: ${error}`)
      const exit_code = code ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 9)
      return { exit_code, output_sha256: hash.digest('hex'), output_bytes, started_at, ended_at: now().toISOString() }
    })
  }
  const { body, signature } = await makeReceipt({
    ...{ home, pairing, env, witness, argv: command, folder: worktree },
    purpose: { feature, gate, task: null, check: name },
    as: as ?? String(userInfo().uid),
    takeNonce: () => Promise.resolve(nonce),
    hear: (data, stream) => output.data(stream, data),
  })
  return { body, signature }
}
