import { z } from 'zod'
import { boundedFetch, jsonOf } from '../bounded-fetch.ts'
import { EmbeddingsError } from './embeddings.ts'
import { unitMean } from './unit-vector.ts'

export interface Endpoint {
  url: string
  key?: string | undefined
  model: string
  dimensions?: number | undefined
}

/** How an endpoint failed to embed. Nothing of its response is kept: that may repeat the key or a text. */
export class EndpointError extends EmbeddingsError {
  readonly kind: 'again' | 'refused' | 'broken'
  readonly pause: number

  /** `again`: the same request may succeed later. `refused`: these texts won't. `broken`: nothing will, with the current configuration. */
  constructor(message: string, kind: EndpointError['kind'], pause = 0) {
    super(message)
    this.kind = kind
    this.pause = pause
  }
}

const Answer = z.object({ data: z.array(z.object({ index: z.unknown().optional(), embedding: z.unknown().optional() })) })

/** 32 texts of 4,096 numbers are about 3 MB. */
const fetchVectors = boundedFetch(32 * 1024 ** 2)

/** One request of the OpenAI protocol. Redirects are not followed: the key is for this address alone. */
export async function askEndpoint(
  { url, key, model, dimensions }: Endpoint,
  input: string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
  const body = JSON.stringify({ model, input, encoding_format: 'float', ...(dimensions && { dimensions }) })
  const answer = await fetchVectors(`${url}/embeddings`, { method: 'POST', headers, body, signal, redirect: 'manual' }).catch(
    (error: unknown) => {
      throw new EndpointError(
        signal.aborted ? 'the embeddings endpoint was too slow' : `no connection to the embeddings endpoint${codeOf(error)}`,
        'again',
      )
    },
  )
  if (answer.status !== 200) {
    await answer.body?.cancel().catch(() => {})
    throw refusal(answer)
  }
  const said = await jsonOf(answer)
  if (said === undefined) throw new EndpointError('the embeddings endpoint broke off its answer', 'again')
  const read = Answer.safeParse(said)
  const data = read.success ? read.data.data : []
  const vectors = input.map((_, at) => (data.find(({ index }) => index === at) ?? data[at])?.embedding)
  if (data.length !== input.length || !vectors.every(isVector)) {
    throw new EndpointError('the embeddings endpoint does not answer with vectors as OpenAI does', 'broken')
  }
  return vectors.map((vector) => unitMean([vector]))
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => Number.isFinite(one)) && value.some((one) => one !== 0)

function refusal({ status, headers }: Response): EndpointError {
  const message = `the embeddings endpoint answered ${status}`
  if (status === 429 || status === 408 || status >= 500) return new EndpointError(message, 'again', pauseAsked(headers.get('retry-after')))
  if (status === 401 || status === 403) return new EndpointError(`${message}: check EMBEDDINGS_KEY`, 'broken')
  if (status === 404 || status < 400) return new EndpointError(`${message}: check EMBEDDINGS_URL and EMBEDDINGS_MODEL`, 'broken')
  return new EndpointError(message, 'refused')
}

const pauseAsked = (asked: string | null): number => (asked && /^\d{1,4}$/.test(asked) ? Number(asked) * 1000 : 0)

function codeOf(error: unknown): string {
  const { code } = ((error as { cause?: unknown }).cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? `: ${code}` : ''
}
