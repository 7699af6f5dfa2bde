/** A provider login leaves this page: what the return needs is kept only in this tab, and only until then. */
interface Journey {
  verifier: string
  /** A path of ours, and the secret that its page had in the fragment. */
  back: string
  secret?: string
}

const key = 'baton.journey'

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Starts a provider login; the code it returns with is worthless without this tab's verifier. */
export async function setOut(url: string, back: string, secret = ''): Promise<void> {
  // Without TLS browsers have no crypto.subtle, so nothing could be proven on return.
  if (!globalThis.crypto.subtle) return location.assign('/auth/callback#error=insecure')
  const address = new URL(url)
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const journey: Journey = { verifier, back, ...(secret && { secret }) }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  address.searchParams.set('challenge', base64url(new Uint8Array(digest)))
  sessionStorage.setItem(key, JSON.stringify(journey))
  location.assign(address)
}

/** The provider login that this tab started, if any. */
export function comeBack(): Journey | undefined {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return kept ? (JSON.parse(kept) as Journey) : undefined
}
