import { canonical, fingerprintOf, newKeyPair, signText } from '../../src/platform/tunnel-protocol.ts'
import { newId } from '../../src/platform/ids.ts'
import { receiptBody } from '../machines/receipts/receipt-body.ts'
import type { Scene } from './scene.ts'
import { newPasskey } from './second-factors.ts'

const key = Buffer.alloc(32)
const deploy = (description: string) => [{ name: 'deploy', description, risk: 'danger', schema: {} }]

/** What operations on machines need: a paired tunnel without a machine behind it, and an action that waits for a passkey. */
export function machineValues(scene: () => Scene): Record<string, () => Promise<unknown>> {
  let action = ''
  let receipt = ''
  const keys = new Map<string, string>()
  const register = () => scene().world.run('registerTunnel', scene().person, { name: `Machine of ${scene().canary}open` })
  const paired = async (): Promise<string> => {
    const id = await scene().name('tunnel')
    const { privateKey, publicKey: own } = newKeyPair()
    // Stays online for as long as a slow computer takes for all operations.
    const updated = await scene().world.look(
      `update tunnels set public_key = $2, fingerprint = $3, paired_at = now(), node_id = $4, last_seen_at = now() + interval '1 day', ports = '{3000}',
         actions = $5 where id = $1 and public_key is null returning id`,
      [id, own, fingerprintOf(own), newId(), JSON.stringify(deploy(`Deploys ${scene().canary}open`))],
    )
    const { world, person, canary } = scene()
    await world.look(
      `insert into tunnel_signers (org_id, tunnel_id, credential_id, user_id, name, public_key, fingerprint, offered_at)
       select org_id, id, 'c2lnbmVy', $2, $3, $4, 'aaaa', now() from tunnels where id = $1 on conflict do nothing`,
      [id, person.user.id, `Key of ${canary}open`, key],
    )
    if (updated.length > 0) keys.set(id, privateKey)
    return id
  }
  return {
    tunnel_nonce: async () => (await register()).nonce,
    claimed_tunnel: async () => {
      const { id, nonce } = await register()
      await scene().world.run('claimTunnel', null, { nonce, public_key: key.toString('base64url') })
      return id
    },
    claimed_fingerprint: async () => fingerprintOf(key),
    paired_tunnel: paired,
    receipt_body: async () => (receipt = canonical(receiptBody({ machine: await paired(), task: await scene().name('task') }))),
    receipt_signature: async () => signText(keys.get(await paired()) ?? '', 'receipt', receipt),
    dangerous_action: async () => {
      const { world, person } = scene()
      action = (await world.run('executeTunnelAction', person, { tunnel: await paired(), action: 'deploy' })).id
      return action
    },
    dangerous_signature: async () => {
      const { world, person } = scene()
      const { authenticator, passkey } = await newPasskey({ world, person })
      const { id } = await world.run('finishPasskeyRegistration', person, { name: 'Key', passkey })
      const tunnel = await paired()
      await world.run('offerTunnelSigner', person, { tunnel, passkey: id })
      const { to_sign } = await world.run('getTunnelAction', person, { tunnel, action })
      return authenticator.get({ challenge: to_sign.challenge, rpId: to_sign.rp_id })
    },
  }
}
