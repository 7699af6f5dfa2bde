import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OAuthClientInformationMixed, OAuthClientProvider, OAuthTokens } from '@modelcontextprotocol/client'

/** What an MCP client stores for a login; empty at first. */
export class Keychain implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly clientMetadataUrl?: string
  readonly scope?: string
  information: OAuthClientInformationMixed | undefined
  saved: OAuthTokens | undefined
  /** The URL to which the SDK wants to send its user. */
  wanted: URL | undefined
  #verifier = ''

  constructor(redirectUrl: string, options: { clientMetadataUrl?: string; scope?: string } = {}) {
    this.redirectUrl = redirectUrl
    if (options.clientMetadataUrl) this.clientMetadataUrl = options.clientMetadataUrl
    if (options.scope) this.scope = options.scope
  }

  get clientMetadata() {
    return {
      client_name: 'SDK client',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(this.scope && { scope: this.scope }),
    }
  }

  clientInformation = () => this.information
  saveClientInformation = (information: OAuthClientInformationMixed) => void (this.information = information)
  tokens = () => this.saved
  saveTokens = (tokens: OAuthTokens) => void (this.saved = tokens)
  redirectToAuthorization = (url: URL) => void (this.wanted = url)
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  codeVerifier = () => this.#verifier
}

/** The loopback listener of a native client. */
export class Callback {
  readonly #server: Server
  readonly url: string
  readonly #arrivals: URLSearchParams[] = []

  private constructor(server: Server, arrivals: URLSearchParams[]) {
    this.#server = server
    this.#arrivals = arrivals
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  }

  static async listen(): Promise<Callback> {
    const arrivals: URLSearchParams[] = []
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1')
      if (url.pathname === '/callback') arrivals.push(url.searchParams)
      response.end('You may close this window.')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new Callback(server, arrivals)
  }

  get last(): URLSearchParams {
    const last = this.#arrivals.at(-1)
    if (!last) throw new Error('nobody came back')
    return last
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(resolve))
  }
}
