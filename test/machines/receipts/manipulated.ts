import type { ReceiptBody } from '../../../src/platform/receipt.ts'
import { canonical, newKeyPair, signText } from '../../../src/platform/tunnel-protocol.ts'
import { newId } from '../../../src/platform/ids.ts'
import { TestMachine } from '../machines.ts'
import { output, type Handed, type Receipts } from './gates.ts'
import { commitOf } from './receipt-body.ts'

const otherTree = 'd'.repeat(40)

/** `edited`: modified after the machine signed it. */
const edits: Record<string, (body: ReceiptBody) => Partial<ReceiptBody>> = {
  'edited: other tree': () => ({ tree: otherTree }),
  'edited: other commit': () => commitOf(otherTree),
  'edited: other command': () => ({ argv: ['npm', 'run', 'lint'] }),
  'edited: exit code': () => ({ exit_code: 1 }),
  'edited: digest of the output': () => ({ output_sha256: 'e'.repeat(64) }),
  'edited: dirty file hidden': () => ({ tree: otherTree, tree_after: otherTree, dirty: false }),
  'edited: time': () => ({ started_at: '2020-01-01T00:00:00.000Z' }),
  'edited: other signer': () => ({ signer_user: { id: 1, name: 'daemon' } }),
  'edited: no nonce': () => ({ nonce: null }),
}

/** Correctly signed by the machine’s key: claims of a lying machine, or of one whose key an agent can use. */
const lies: Record<string, (body: ReceiptBody, receipts: Receipts) => unknown> = {
  'another tree than the commit’s, not called dirty': (body) => ({ ...body, tree: otherTree, tree_after: otherTree }),
  'another tree than the commit’s': (body) => ({ ...body, tree: otherTree, tree_after: otherTree, dirty: true }),
  'another commit than the feature’s': (body) => ({ ...body, ...commitOf(body.tree) }),
  'the feature’s commit with the text of another': (body) => ({ ...body, commit_object: commitOf(body.tree).commit_object }),
  'dirty, and the tree is the commit’s': (body) => ({ ...body, dirty: true }),
  'a dirty submodule, not called dirty': (body) => ({ ...body, submodules: [{ path: 'lib', commit: otherTree, dirty: true }] }),
  'a dirty submodule': (body) => ({ ...body, dirty: true, submodules: [{ path: 'lib', commit: otherTree, dirty: true }] }),
  'files changed while it ran': (body) => ({ ...body, tree_after: otherTree }),
  'other command': (body) => ({ ...body, argv: ['true'] }),
  'one argument more': (body) => ({ ...body, argv: [...body.argv, '--passWithNoTests'] }),
  'the command as one word': (body) => ({ ...body, argv: ['npm test'] }),
  'no nonce': (body) => ({ ...body, nonce: null }),
  'a nonce that nobody gave out': (body) => ({ ...body, nonce: 'n'.repeat(43) }),
  'signed by the agent’s own user': (body) => ({ ...body, signer_user: body.agent_user, command_user: body.agent_user }),
  'agent unknown': (body) => ({ ...body, agent_user: null }),
  'command ran as the signer': (body) => ({ ...body, command_user: body.signer_user }),
  'from before its nonce': (body) => ({ ...body, started_at: '2020-01-01T00:00:00.000Z' }),
  'from the future': (body) => ({ ...body, ended_at: '2999-01-01T00:00:00.000Z' }),
  'ended before it started': (body) => ({ ...body, ended_at: '2020-01-01T00:00:00.000Z' }),
  'another gate': (body) => ({ ...body, gate: 'ship' }),
  'another check': (body) => ({ ...body, check: 'lint' }),
  'another machine named': (body) => ({ ...body, machine: newId() }),
  'a failing command': (body) => ({ ...body, exit_code: 1 }),
  'a field more': (body) => ({ ...body, rank: 'observed' }),
  'no commit': ({ commit: _, ...body }) => body,
}

type Attempt = (receipts: Receipts, body: ReceiptBody) => Promise<Handed | { handed: Handed; as: 'bob' }>

const more: Record<string, Attempt> = {
  'edited output': async (receipts, body) => ({ ...receipts.sign(body), output: output.replace('12', '13') }),
  'unknown machine': async (receipts, body) => ({ ...receipts.sign(body), tunnel: newId() }),
  'signed by an unknown key': async (receipts, body) => receipts.sign(body, newKeyPair().privateKey),
  'signed for another purpose': async (receipts, body) => {
    const handed = receipts.sign(body)
    return { ...handed, signature: signText(receipts.machine.home.privateKey, 'challenge', handed.body) }
  },
  'no signature': async (receipts, body) => ({ ...receipts.sign(body), signature: '' }),
  'no JSON': async (receipts) => {
    const text = 'all is well'
    return { tunnel: receipts.machine.id, body: text, signature: signText(receipts.machine.home.privateKey, 'receipt', text) }
  },
  'the same with a space': async (receipts, body) => {
    const text = `${canonical(body)} `
    return { tunnel: receipts.machine.id, body: text, signature: signText(receipts.machine.home.privateKey, 'receipt', text) }
  },
  'a nonce that was used': async (receipts, body) => {
    const { body: first } = await receipts.honest()
    await receipts.hand(receipts.sign(first))
    return receipts.sign({ ...body, nonce: first.nonce })
  },
  'a nonce of another machine': async (receipts, body) => {
    const other = await TestMachine.pair(receipts.ann)
    const { nonce } = await receipts.ann.api.takeReceiptNonce({ tunnel: other.id })
    await other.close()
    return receipts.sign({ ...body, nonce })
  },
  'a nonce that has expired': async (receipts, body) => {
    await receipts.acme.baton.look("update receipt_nonces set expires_at = now() - interval '1 second' where used_at is null")
    return receipts.sign(body)
  },
  'a nonce of another person': async (receipts, body) => {
    await receipts.acme.baton.look('update receipt_nonces set user_id = $1 where used_at is null', [receipts.acme.bob.user.id])
    return receipts.sign(body)
  },
  'handed in by another person': async (receipts, body) => ({ handed: receipts.sign(body), as: 'bob' }),
}

export const manipulated: Record<string, Attempt> = {
  ...Object.fromEntries(
    Object.entries(edits).map(([name, edit]): [string, Attempt] => [
      name,
      async (receipts, body) => ({ ...receipts.sign(body), body: canonical({ ...body, ...edit(body) }) }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(lies).map(([name, lie]): [string, Attempt] => [name, async (receipts, body) => receipts.sign(lie(body, receipts))]),
  ),
  ...more,
}
