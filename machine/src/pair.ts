import { hostname, platform } from 'node:os'
import { fingerprintOf } from '../../src/platform/tunnel-protocol.ts'
import type { Home } from './home.ts'

const claimMilliseconds = 10_000

/** Claims a pairing with the nonce shown to its owner. Returns the fingerprint to compare before confirming in the dashboard. */
export async function pair(home: Home, url: string, nonce: string): Promise<{ name: string; fingerprint: string }> {
  const fingerprint = fingerprintOf(home.publicKey)
  const body = JSON.stringify({
    nonce,
    public_key: home.publicKey.toString('base64url'),
    hostname: hostname().slice(0, 120) || 'unknown',
    platform: platform(),
  })
  const answer = await fetch(new URL('/api/tunnels/claim', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(claimMilliseconds),
  })
  const said = (await answer.json()) as Record<string, string> & { detail?: string }
  if (!answer.ok) throw new Error(said.detail ?? `The server answered ${answer.status}.`)
  const { id = '', organization_id = '', name = '', server_public_key = '', origin = '', rp_id = '' } = said
  home.pair({ url, id, organization_id, server_public_key, origin, rp_id })
  // The fingerprint of this machine's own key, never one from the server's answer.
  return { name, fingerprint }
}
