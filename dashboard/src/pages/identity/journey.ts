/** A login at a provider leaves this page: what the way back needs waits in this tab alone, and only until then. */
interface Journey {
  verifier: string
  /** A path of ours, and the secret its page had in its fragment. */
  back: string
  secret?: string
}

const key = 'baton.journey'

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Sets out to a provider; the code it comes back with is worth nothing without this tab's verifier. */
export async function setOut(url: string, back: string, secret = ''): Promise<void> {
  // Without TLS browsers have no crypto.subtle, and nothing could be proven on the way back.
  if (!globalThis.crypto.subtle) return location.assign('/auth/callback#error=insecure')
  const address = new URL(url)
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const journey: Journey = { verifier, back, ...(secret && { secret }) }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  address.searchParams.set('challenge', base64url(new Uint8Array(digest)))
  sessionStorage.setItem(key, JSON.stringify(journey))
  location.assign(address)
}

/** The journey this tab set out on, if any. */
export function comeBack(): Journey | undefined {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return kept ? (JSON.parse(kept) as Journey) : undefined
}
