import { verifyAuthenticationResponse, type AuthenticationResponseJSON } from '@simplewebauthn/server'
import { readBody } from '../../src/platform/tunnel-frames.ts'
import {
  approvalChallenge,
  argumentsDigest,
  canonical,
  isSigned,
  type ActionBody,
  type SignedFrame,
} from '../../src/platform/tunnel-protocol.ts'
import type { AllowList, Command } from './allow-list.ts'
import type { Home, Pairing } from './home.ts'
import type { Journal } from './journal.ts'
import { Refused } from './refused.ts'

/** Opens a frame if it is signed by this machine's server and addressed to this machine. */
export function openFrame(pairing: Pairing, { body, signature }: SignedFrame): ReturnType<typeof readBody> | undefined {
  if (!isSigned(Buffer.from(pairing.server_public_key, 'base64url'), 'frame', body, signature)) return undefined
  const opened = readBody(body)
  return opened?.machine === pairing.id || opened === null ? opened : undefined
}

interface Parts {
  home: Home
  pairing: Pairing
  journal: Journal
  allowList: AllowList
  now(): Date
}

/** The command to run, and the challenge that its approval consumes; throws `Refused` if a check fails. */
export async function checkAction(parts: Parts, body: ActionBody): Promise<{ command: Command; challenge: string | null }> {
  const { journal, allowList, now } = parts
  if (!Number.isSafeInteger(body.seq) || body.seq <= journal.lastSeq) throw new Refused('it comes out of order, or a second time')
  if (typeof body.arguments !== 'object' || body.arguments === null || argumentsDigest(canonical(body.arguments)) !== body.arguments_sha256)
    throw new Refused('the arguments are not those that were asked for')
  if (!(Date.parse(body.expires_at) > now().getTime()))
    throw new Refused('its time is over; check the clock of this machine if it should not be')
  const command = allowList.command(body.action, body.arguments)
  const challenge = allowList.riskOf(body.action) === 'danger' ? await checkApproval(parts, body) : null
  return { command, challenge }
}

/** Verifies that a passkey trusted by this machine's own file has signed exactly this machine, action, arguments and expiry. */
async function checkApproval({ home, pairing, journal }: Parts, { approval, ...body }: ActionBody): Promise<string> {
  const shown = { machine: pairing.id, action: body.action, arguments: body.arguments, expires_at: body.expires_at }
  const challenge = approvalChallenge(shown)
  if (!approval) throw new Refused('it is dangerous and nobody has signed it')
  const signer = home.signers.find((one) => one.credential_id === approval.credential_id)
  if (!signer) throw new Refused('the passkey that signed it was not confirmed on this machine')
  if (journal.isUsed(challenge)) throw new Refused('this signature was used before')
  const checked = await verifyAuthenticationResponse({
    response: approval.response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: pairing.origin,
    expectedRPID: pairing.rp_id,
    credential: { id: signer.credential_id, publicKey: new Uint8Array(Buffer.from(signer.public_key, 'base64url')), counter: 0 },
    requireUserVerification: true,
  }).catch(() => null) // the library throws for anything it does not accept
  if (!checked?.verified) throw new Refused('the signature is not over exactly this action')
  return challenge
}
