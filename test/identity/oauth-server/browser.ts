/** Just enough of a browser to go through login and consent: cookies by path, redirects, forms. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>()

  /** Follows redirects until it reaches a page, or an address outside `url`. */
  async open(
    url: string,
    address: string,
    init: RequestInit = {},
  ): Promise<{ address: string; status: number; text: string; headers: Headers }> {
    let next = new URL(address, url)
    let request = init
    for (let hop = 0; hop < 10; hop++) {
      if (next.origin !== new URL(url).origin) return { address: next.href, status: 302, text: '', headers: new Headers() }
      const answer = await fetch(next, {
        ...request,
        redirect: 'manual',
        headers: { ...(request.headers as Record<string, string>), cookie: this.#cookiesFor(next) },
      })
      this.#remember(answer)
      const location = answer.headers.get('location')
      if (!location) return { address: next.href, status: answer.status, text: await answer.text(), headers: answer.headers }
      next = new URL(location, next)
      request = {}
    }
    throw new Error('too many redirects')
  }

  submit(url: string, action: string, form: Record<string, string>, headers: Record<string, string> = { origin: new URL(url).origin }) {
    return this.open(url, action, { method: 'POST', body: new URLSearchParams(form), headers })
  }

  #cookiesFor(url: URL): string {
    return [...this.#cookies]
      .filter(([, { path }]) => url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ')
  }

  #remember(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split('; ')
      const path = rest.find((part) => part.startsWith('path='))?.slice(5) ?? '/'
      const at = pair.indexOf('=')
      this.#cookies.set(`${pair.slice(0, at)} ${path}`, { value: pair.slice(at + 1), path })
    }
  }
}

/** Takes a person through login and consent; returns the URL to which the client is redirected. */
export async function approve(
  url: string,
  address: string,
  person: { user: { email: string }; password: string },
  organization: string,
  browser = new Browser(),
): Promise<URL> {
  const login = await browser.open(url, address)
  const consent = await browser.submit(url, `${login.address}/login`, { email: person.user.email, password: person.password })
  if (!consent.text.includes('In which organization?'))
    throw new Error(`no consent page: ${consent.status} ${consent.address} ${consent.text}`)
  return new URL((await browser.submit(url, `${consent.address}/consent`, { organization })).address)
}
