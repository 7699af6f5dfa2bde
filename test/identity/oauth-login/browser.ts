import { createHash, randomBytes } from 'node:crypto'
import { send, type Answer } from '../../harness/person.ts'
import { appUrl } from './providers.ts'

/** A browser that follows redirects step by step: it keeps Baton's cookies and picks a user at the provider. */
export class Browser {
  readonly #url: string
  readonly verifier = randomBytes(32).toString('base64url')
  readonly cookies = new Map<string, string>()

  constructor(url: string) {
    this.#url = url
  }

  /** Visits a path or public address of Baton. */
  async visit(address: string, headers: Record<string, string> = {}): Promise<Response> {
    const url = new URL(address, appUrl)
    if (url.origin !== appUrl) throw new Error(`${url.origin} is not Baton`)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(this.#url + url.pathname + url.search, {
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...headers },
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      if (line.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  /** Starts a login at a provider; returns the provider's URL. */
  async setOut(provider: string, query = `?challenge=${challengeOf(this.verifier)}`): Promise<string> {
    const response = await this.visit(`/api/auth/oauth/${provider}${query}`)
    return locationOf(response)
  }

  /** Visits the callback that the provider redirected to; returns the fragment that the page gets. */
  async comeBack(callback: string): Promise<Record<string, string>> {
    return fragmentOf(await this.visit(callback))
  }

  /** The whole flow up to the code in the fragment. */
  async journey(provider: string, user: string, query?: string): Promise<Record<string, string>> {
    return this.comeBack(await choose(await this.setOut(provider, query), user))
  }

  exchange(code: string | undefined, verifier = this.verifier): Promise<Answer> {
    return send(this.#url, 'POST', '/api/auth/oauth/exchange', { code, verifier })
  }

  /** Logs in and returns the response with the session. */
  async logIn(provider: string, user: string): Promise<Answer> {
    const { login, ...rest } = await this.journey(provider, user)
    if (!login) throw new Error(`no login: ${JSON.stringify(rest)}`)
    return this.exchange(login)
  }
}

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

export function locationOf(response: Response): string {
  const location = response.headers.get('location')
  if (response.status !== 302 || !location) throw new Error(`expected a redirect, got ${response.status}`)
  return location
}

export function fragmentOf(response: Response): Record<string, string> {
  const url = new URL(locationOf(response))
  if (url.origin + url.pathname + url.search !== `${appUrl}/auth/callback`) throw new Error(`sent to ${url.href}`)
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
}

/** Picks a user on the provider's page; returns the URL to which the provider redirects. */
export async function choose(page: string, user: string): Promise<string> {
  const html = await (await fetch(page)).text()
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? []
  const form = forms.find((one) => one.includes(`value="${user}"`))
  if (!form) throw new Error(`the provider does not offer ${user}: ${html.slice(0, 2000)}`)
  const action = form.match(/action="([^"]*)"/)?.[1] ?? ''
  const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']): [string, string] => [
    name,
    value.replaceAll('&amp;', '&'),
  ])
  return locationOf(await fetch(new URL(action, page), { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) }))
}
