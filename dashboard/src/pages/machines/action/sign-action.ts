import type { Input, Output } from '@baton/client'
import { startAuthentication } from '@simplewebauthn/browser'

type Action = Output<'getTunnelAction'>

/** Canonical JSON, the same text for the same value: sorted object keys, no whitespace. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const fields = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

/** The challenge, computed from exactly what the page shows. */
async function challengeOf({ tunnel_id, action, arguments: given, expires_at }: Action): Promise<string> {
  const shown = canonical({ machine: tunnel_id, action, arguments: given, expires_at })
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(shown)))
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

export class NotSigned extends Error {}

/** Asks for the passkey. Nothing is signed unless what is shown and what is to be signed are the same. */
export async function signAction(action: Action): Promise<Input<'approveTunnelAction'>['response']> {
  const { to_sign } = action
  if (!to_sign || (await challengeOf(action)) !== to_sign.challenge)
    throw new NotSigned('The request doesn’t match what this page shows. Reload; if this continues, deny the action.')
  try {
    const response = await startAuthentication({
      optionsJSON: {
        challenge: to_sign.challenge,
        rpId: to_sign.rp_id,
        allowCredentials: to_sign.credential_ids.map((id) => ({ id, type: 'public-key' as const })),
        userVerification: 'required',
      },
    })
    return response as unknown as Input<'approveTunnelAction'>['response']
  } catch {
    throw new NotSigned('Not approved: no passkey signed it. Try again, or use a device with a passkey registered with this machine.')
  }
}
