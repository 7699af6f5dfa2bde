import { hostname, platform } from 'node:os'
import { Readable } from 'node:stream'
import { bodyOf, readMessage } from '../../src/platform/peer.ts'
import { Claimed } from '../../src/platform/tunnel-frames.ts'
import { fingerprintOf } from '../../src/platform/tunnel-protocol.ts'
import { detailIn } from './dial.ts'
import type { Home } from './home.ts'

const claimMilliseconds = 10_000
const maxAnswer = 64 * 1024

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
  if (!answer.body) throw new Error(`The server answered ${answer.status}.`)
  const said = (await bodyOf('server', Readable.fromWeb(answer.body), maxAnswer)).toString()
  if (!answer.ok) throw new Error(detailIn(said) ?? `The server answered ${answer.status}.`)
  const { name, ...pairing } = readMessage(Claimed, said)
  home.pair({ url, ...pairing })
  // The fingerprint of this machine's own key, never one from the server's answer.
  return { name, fingerprint }
}
