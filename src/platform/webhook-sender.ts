import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { PrivateAddress, pinAddress } from './fetch-public.ts'
import { findAddresses, type FindAddresses } from './find-addresses.ts'
import { answerOf, hear } from './peer.ts'

export interface Attempt {
  response_status: number | null
  /** Why there was no response, in our own words. */
  error: string | null
  /** The beginning of the response body. */
  response: string
  /** Seconds that the receiver asks to wait. */
  retry_after: number | null
}

export interface WebhookSender {
  send(url: string, headers: Record<string, string>, body: string | Buffer): Promise<Attempt>
}

interface Settings {
  timeoutSeconds: number
  allowPrivate: boolean
  find?: FindAddresses
}

const maxRead = 64 * 1024
const maxKept = 1024
const longestPause = 86_400

const problems = {
  https: 'must be an https address',
  credentials: 'must not hold a user or password',
  private: 'must lead to a public address',
}

/** What is wrong with an address that somebody wants events sent to. A name that doesn't resolve yet may do so later. */
export async function checkAddress(address: string, allowPrivate: boolean, find = findAddresses): Promise<string | null> {
  const problem = checkForm(address, allowPrivate)
  if (problem || allowPrivate) return problem
  const looked = pinAddress(new URL(address), false, find).then(
    () => null,
    (error: unknown) => (error instanceof PrivateAddress ? problems.private : null),
  )
  return Promise.race([looked, after(2000, null)])
}

function checkForm(address: string, allowHttp: boolean): string | null {
  if (!URL.canParse(address)) return problems.https
  const { protocol, username, password } = new URL(address)
  if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) return problems.https
  return username || password ? problems.credentials : null
}

const after = <T>(milliseconds: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(resolve, milliseconds, value).unref())

/** Posts to an address that somebody else supplied: resolved and pinned each time, redirects not followed, limited by the timeout. */
export function createWebhookSender({ timeoutSeconds, allowPrivate, find = findAddresses }: Settings): WebhookSender {
  return {
    async send(address, headers, body) {
      const problem = checkForm(address, allowPrivate)
      if (problem) return failed(`the address ${problem}`)
      const ending = new AbortController()
      const timer = setTimeout(() => ending.abort(), timeoutSeconds * 1000)
      try {
        return await post(new URL(address), headers, body, ending.signal)
      } catch (error) {
        return failed(ending.signal.aborted ? `no answer within ${timeoutSeconds} s` : reason(error))
      } finally {
        clearTimeout(timer)
      }
    },
  }

  async function post(url: URL, headers: Record<string, string>, body: string | Buffer, signal: AbortSignal): Promise<Attempt> {
    // A name that takes forever to resolve must not hold its slot, and nothing is sent to it if it resolves later.
    const pin = await Promise.race([pinAddress(url, allowPrivate, find), aborted(signal)])
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const all = {
      'content-type': 'application/json',
      ...headers,
      'user-agent': 'Baton-Webhooks',
      'content-length': Buffer.byteLength(body),
    }
    const sent = request(url, { method: 'POST', lookup: pin, headers: all, signal, agent: false })
    sent.end(body)
    try {
      const answer = await answerOf('webhook', sent)
      return {
        response_status: answer.statusCode ?? null,
        error: null,
        response: await beginningOf(answer),
        retry_after: pauseAsked(answer),
      }
    } finally {
      sent.destroy()
    }
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  // oxlint-disable-next-line no-restricted-properties -- our own signal, not a peer
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

const failed = (error: string): Attempt => ({ response_status: null, error, response: '', retry_after: null })

/** The status counts, whatever happens to the body: one that breaks off or never ends is truncated. */
function beginningOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const done = () => resolve(Buffer.concat(parts).subarray(0, maxKept).toString('utf8').replaceAll('\0', ''))
    const data = (part: Buffer) => {
      if (size < maxKept) parts.push(part)
      size += part.length
      if (size > maxRead) done()
    }
    hear(answer, { kind: 'webhook', end: done }, { data, end: done, close: done, error: done })
  })
}

function pauseAsked({ headers }: IncomingMessage): number | null {
  const asked = headers['retry-after']
  if (!asked) return null
  const seconds = /^\d{1,9}$/.test(asked) ? Number(asked) : Math.ceil((Date.parse(asked) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), longestPause)
}

function reason(error: unknown): string {
  if (error instanceof PrivateAddress) return `the address ${problems.private}`
  const { code } = error as { code?: string }
  return code && /^[A-Z0-9_]{1,60}$/.test(code) ? `no connection: ${code}` : 'no connection'
}
