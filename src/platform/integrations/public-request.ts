import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { readForeign } from '../bounded-fetch.ts'
import { pinAddress, PrivateAddress } from '../fetch-public.ts'
import { answerOf, bodyOf } from '../peer.ts'
import { ProviderFailure } from './provider-failure.ts'

export interface PublicAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: unknown
}

interface Asked {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  timeout: number
  /** Also accept addresses of our own network, and http: only if the operator allows it. */
  allowPrivate: boolean
}

const maxBytes = 20 * 1024 * 1024

/** Requests JSON from a user-supplied address: resolved once, public, connects to the address that was checked, follows no redirects. */
export async function requestPublic(address: string, { method, headers, body, timeout, allowPrivate }: Asked): Promise<PublicAnswer> {
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new ProviderFailure('refused', 'The address must begin with https://.')
  const lookup = await pinAddress(url, allowPrivate).catch((error: unknown) => {
    throw error instanceof PrivateAddress ? new ProviderFailure('refused', 'The address leads into a private network.') : error
  })
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const sent = request(url, { method, lookup, headers, signal: AbortSignal.timeout(timeout), agent: false })
  sent.end(body)
  try {
    const answer = await answerOf('jira', sent)
    const text = (await bodyOf('jira', answer, maxBytes)).toString('utf8')
    return { status: answer.statusCode ?? 500, headers: answer.headers, body: parsed(text) }
  } finally {
    sent.destroy()
  }
}

function parsed(text: string): unknown {
  try {
    return readForeign(text)
  } catch {
    return null
  }
}
