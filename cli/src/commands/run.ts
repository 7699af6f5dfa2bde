import { openSync, writeSync } from 'node:fs'
import { BatonError, type Output as Answer } from '@baton/client'
import { makeReceipt, type Purpose, type SignedReceipt } from '@baton/machine/receipts'
import type { Command, Run } from '../command.ts'
import { writeWhole } from '../config/files.ts'
import { CliError, exitCodes, usageError } from '../errors.ts'
import { pairedHome } from '../machine/machine-home.ts'
import { openSession } from '../session.ts'

/** The most output that evidence can hold; for longer output only the digest is sent. */
const maxOutput = 20_000

export const runWitnessed: Command = {
  name: 'run',
  usage: '-- CMD…',
  about: 'run a command on this paired machine and submit a signed receipt',
  arguments: [1, Number.POSITIVE_INFINITY],
  options: {
    feature: { type: 'string', value: 'REF', about: 'the feature whose gate it is evidence for; with --gate' },
    gate: { type: 'string', value: 'GATE', about: 'the gate that the feature is at' },
    task: { type: 'string', value: 'KEY', about: 'the task it is evidence for' },
    check: { type: 'string', value: 'NAME', about: 'the check of the gate, if it has several' },
    as: { type: 'string', value: 'USER', about: 'as root: the agent’s user, whom the command runs as (default: the user who called sudo)' },
    receipt: { type: 'string', value: 'FILE', about: 'also write the receipt to this file' },
    output: { type: 'string', value: 'FILE', about: 'write the command’s output to this file, exactly as it is hashed' },
  },
  async run(run) {
    const { out, args, env, text } = run
    const purpose = purposeOf(run)
    refuseRootsOptions(run)
    const { home, pairing } = pairedHome()
    const { client } = openSession({ env, server: pairing.url, organization: pairing.organization_id })
    const output = new Kept(text('output'))
    const signed = await makeReceipt({
      ...{ home, pairing, purpose, argv: args, env },
      folder: process.cwd(),
      as: text('as'),
      takeNonce: async () => (await client.takeReceiptNonce({ tunnel: pairing.id })).nonce,
      hear: (data, stream) => {
        output.add(data)
        // With --json, stdout carries only the result.
        process[out.json ? 'stderr' : stream].write(data)
      },
    }).catch((error: Error) => {
      if (error instanceof BatonError || error.cause) throw error
      throw new CliError(error.message, { code: 'not_run', next: 'Nothing was submitted. Fix this and run it again.' })
    })
    const { body, signature, receipt } = signed
    const kept = output.text
    const input = { tunnel: pairing.id, body, signature, ...(kept !== undefined && { output: kept }) }
    const file = text('receipt')
    const own = { body, signature, public_key: home.publicKey.toString('base64url') }
    if (file) writeWhole(file, `${JSON.stringify(own)}\n`, 0o644)
    const stored = await client.submitReceipt(input).catch((error: unknown) => {
      out.say(file ? `The receipt is in ${file}; it was not submitted.` : 'The receipt was not submitted; --receipt FILE keeps a copy.')
      throw error
    })
    if (file) writeWhole(file, `${JSON.stringify(stored)}\n`, 0o644)
    if (out.json) out.result({ ...stored, exit_code: receipt.exit_code }, '')
    else out.say(words(stored, signed))
    return receipt.exit_code
  },
}

function purposeOf({ text }: Run): Purpose {
  const [feature, gate, task] = [text('feature') ?? null, text('gate') ?? null, text('task') ?? null]
  if ((feature === null) !== (gate === null))
    throw usageError('--feature and --gate must be used together.', 'For example: --feature WEB-F1 --gate build')
  if (feature !== null && task !== null)
    throw usageError('A receipt is for a gate or for a task.', 'Leave out --task, or --feature and --gate.')
  return { feature, gate, task, check: text('check') ?? null }
}

/** A caller who may run us through sudo, with any options, must not gain root by it. */
function refuseRootsOptions({ env, text }: Run): void {
  const caller = env['SUDO_UID']
  if (process.getuid?.() !== 0 || caller === undefined || caller === '0') return
  const taken = ['as', 'receipt', 'output'].find((name) => text(name) !== undefined)
  if (taken)
    throw usageError(`--${taken} acts as root, so it is not accepted from sudo.`, `Leave --${taken} out; only root itself can use it.`)
}

function words({ id, rank, reasons, fingerprint }: Answer<'submitReceipt'>, { receipt }: SignedReceipt): string {
  const why = reasons.map((reason) => `  - ${reason}`)
  return [
    `Receipt ${id}: ended with ${receipt.exit_code}, tree ${receipt.tree}, signed by ${fingerprint}.`,
    why.length > 0 ? `Its rank is \`${rank}\`, because:` : `Its rank is \`${rank}\`.`,
    ...why,
  ].join('\n')
}

/** The command's output: in a file if requested, and in memory while it is short. */
class Kept {
  readonly #file: number | undefined
  #parts: Buffer[] | undefined = []
  #length = 0

  constructor(file: string | undefined) {
    try {
      this.#file = file === undefined ? undefined : openSync(file, 'w', 0o600)
    } catch (error) {
      throw new CliError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`, {
        code: 'unwritable',
        next: 'Name another file with --output.',
        exit: exitCodes.usage,
      })
    }
  }

  add(data: Buffer): void {
    if (this.#file !== undefined) writeSync(this.#file, data)
    this.#length += data.length
    if (this.#length > maxOutput) this.#parts = undefined
    this.#parts?.push(data)
  }

  /** Undefined if it is too long, or is not text that can be sent unchanged. */
  get text(): string | undefined {
    if (!this.#parts) return undefined
    const all = Buffer.concat(this.#parts)
    const text = all.toString('utf8')
    // eslint-disable-next-line no-control-regex
    const isPlain = Buffer.from(text).equals(all) && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)
    return isPlain ? text : undefined
  }
}
