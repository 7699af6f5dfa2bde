import type { ReceiptBody } from '../../../src/platform/receipt.ts'
import { canonical, signText } from '../../../src/platform/tunnel-protocol.ts'
import { startAcme, type Acme, type Gate } from '../../features/acme.ts'
import type { Person } from '../../harness/person.ts'
import { TestMachine } from '../machines.ts'
import { receiptBody, sha256 } from './receipt-body.ts'

export const command = ['npm', 'test']
export const output = '12 passed\n'

const buildGate: Gate = {
  key: 'build',
  name: 'Build',
  kind: 'evidence',
  before_code: false,
  checks: [{ check: 'tests', rank: 'observed', command }],
}

export interface Handed {
  tunnel: string
  body: string
  signature: string
  output?: string
}

/** An organization with a paired machine, and features whose gate requires a receipt. */
export class Receipts {
  readonly acme: Acme
  readonly ann: Person
  readonly machine: TestMachine

  private constructor(acme: Acme, machine: TestMachine) {
    this.acme = acme
    this.ann = acme.ann
    this.machine = machine
  }

  static async start(): Promise<Receipts> {
    const acme = await startAcme()
    return new Receipts(acme, await TestMachine.pair(acme.ann))
  }

  async close(): Promise<void> {
    await this.machine.close()
    await this.acme.close()
  }

  nonce = async (): Promise<string> => (await this.ann.api.takeReceiptNonce({ tunnel: this.machine.id })).nonce

  /** A new feature, moved to the receipt's commit, and the body of a receipt that opens its gate. */
  async honest(): Promise<{ feature: string; body: ReceiptBody }> {
    const { ref } = await this.acme.feature(this.ann, [buildGate, { key: 'ship', name: 'Ship', kind: 'approval' }])
    const body = receiptBody({
      machine: this.machine.id,
      nonce: await this.nonce(),
      feature: ref,
      gate: 'build',
      output_sha256: sha256(output),
      output_bytes: output.length,
    })
    await this.ann.api.reportCommit({ feature: ref, commit: body.commit })
    return { feature: ref, body }
  }

  sign(body: unknown, key = this.machine.home.privateKey): Handed {
    const text = canonical(body)
    return { tunnel: this.machine.id, body: text, signature: signText(key, 'receipt', text), output }
  }

  hand(handed: Handed, person = this.ann) {
    return person.call('POST', '/api/receipts', handed)
  }

  /** Whether the feature gets past the gate now. */
  async passes(feature: string): Promise<boolean> {
    const { status, body } = await this.ann.call('POST', `/api/features/${feature}/advance`, {})
    return status === 200 && body.gate === 'ship'
  }
}
