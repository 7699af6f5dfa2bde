import { refuseManyValues } from './bounded-json.ts'
import { countBytes } from './peer.ts'
import { storable } from './storable.ts'

const megabyte = 1024 ** 2
/** More than the longest page of any service that we read; parsing them takes a fraction of a second. */
const maxValues = 500_000

/**
 * `fetch` for a service that somebody else runs. An answer that is longer than `most` bytes after unpacking, or comes in too small parts,
 * breaks off: whoever reads it gets an error instead of a process without memory or time.
 */
export function boundedFetch(most = 8 * megabyte): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await fetch(input, init)
    return answer.body ? withBody(answer, answer.body.pipeThrough(endAfter(most))) : answer
  }
}

/**
 * Reads an answer for a library that parses JSON in its own way; rejects if that could take long. One of them needs seven seconds for four
 * kilobytes of nested lists.
 */
export async function easilyParsed(answer: Response): Promise<Response> {
  if (!answer.body) return answer
  const text = await answer.text()
  refuseManyValues(text, maxValues)
  return withBody(answer, text)
}

/** A new Response has no address, and clients resolve relative links with it. */
const withBody = (answer: Response, body: string | ReadableStream<Uint8Array<ArrayBuffer>>): Response =>
  Object.defineProperty(new Response(body, answer), 'url', { value: answer.url })

function endAfter(most: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const count = countBytes(most)
  return new TransformStream({
    transform(part, control) {
      count(part)
      control.enqueue(part)
    },
  })
}

/** The JSON of an answer, with texts that can be stored; undefined if it is not JSON, too much of it, or broke off. */
export async function jsonOf(answer: Response): Promise<unknown> {
  try {
    return readForeign(await answer.text())
  } catch {
    return undefined
  }
}

/** JSON that a service sent, with texts that can be stored; throws if it is none, nested too deep, or has too many values. */
export function readForeign(text: string): unknown {
  refuseManyValues(text, maxValues)
  return storable(JSON.parse(text))
}
