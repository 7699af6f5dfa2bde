import type { Input } from '@baton/client'
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { account } from '../../data/client.ts'
import { anonymous } from '../../data/session.ts'

type Proof = Input<'finishPasskeyLogin'>['passkey']

export const passkeysWork = (): boolean => browserSupportsWebAuthn()

/** Asks the browser for a passkey; with `autofill` it is offered in the email field's list, and no dialog opens. */
export async function provePasskey(autofill = false): Promise<Proof> {
  const { challenge_id, options } = await anonymous.beginPasskeyLogin({})
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill })
  return { challenge_id, response } as Proof
}

/** Creates a passkey on this device and adds it to the account. */
export async function addPasskey(name: string, second_factor = false) {
  const { challenge_id, options } = await account.beginPasskeyRegistration({})
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  const response = await startRegistration({ optionsJSON })
  const passkey = { challenge_id, response } as Input<'finishPasskeyRegistration'>['passkey']
  return account.finishPasskeyRegistration({ name, second_factor, passkey })
}

/** Whether this device can create one itself, with a fingerprint, a face or a PIN. */
export const makesPasskeys = async (): Promise<boolean> =>
  passkeysWork() && Boolean(await globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.())
