import { StringDecoder } from 'node:string_decoder'
import type { RunName, RunOutput } from '../../../src/platform/tunnel-protocol.ts'

type Kind = RunOutput['kind']

const pieceBytes = 8 * 1024
const everyMilliseconds = 300
/** How much output of one attempt is sent; what exceeds it is left out and only counted. */
const totalBytes = 1024 * 1024
/** How many pieces are resent after a cut, as a broken connection may have lost them. */
const keptPieces = 64

/** An attempt's output in pieces: throttled, limited in size, and with its token redacted. */
export class Output {
  readonly #name: RunName
  readonly #token: string
  readonly #send: (piece: RunOutput) => void
  readonly #kept: RunOutput[] = []
  readonly #decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') }
  #waiting: { kind: Kind; text: string }[] = []
  #timer: NodeJS.Timeout | undefined
  #seq = 0
  #bytes = 0
  #left = 0

  constructor({ run, fence }: RunName, token: string, send: (piece: RunOutput) => void) {
    this.#name = { run, fence }
    this.#token = token
    this.#send = send
  }

  data(stream: 'stdout' | 'stderr', data: Buffer): void {
    this.add(stream, this.#decoders[stream].write(data))
  }

  add(kind: Kind, text: string): void {
    if (text === '') return
    const last = this.#waiting.at(-1)
    // Each tool call and note is a piece of its own; stream output is concatenated.
    if (last?.kind === kind && kind !== 'tool' && kind !== 'note') last.text += text
    else this.#waiting.push({ kind, text })
    if (this.#waiting.length > 20 || (this.#waiting.at(-1)?.text.length ?? 0) > totalBytes) this.#flush(true)
    this.#timer ??= setTimeout(() => this.#flush(false), everyMilliseconds).unref()
  }

  note(text: string): void {
    this.add('note', text)
  }

  again(): void {
    for (const piece of this.#kept) this.#send(piece)
  }

  end(): void {
    for (const stream of ['stdout', 'stderr'] as const) this.add(stream, this.#decoders[stream].end())
    this.#flush(true)
    if (this.#left > 0) this.#piece('note', `${this.#left} bytes of output were left out.`)
  }

  #flush(whole: boolean): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = this.#waiting
    this.#waiting = []
    for (const [at, { kind, text }] of waiting.entries()) {
      const hidden = text.replaceAll(this.#token, '[token]')
      const back = whole || at < waiting.length - 1 ? 0 : startOf(this.#token, hidden)
      if (back > 0) this.#waiting.push({ kind, text: hidden.slice(-back) })
      this.#say(kind, hidden.slice(0, hidden.length - back))
    }
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#flush(true), everyMilliseconds).unref()
  }

  #say(kind: Kind, text: string): void {
    if (text === '') return
    const bytes = Buffer.byteLength(text)
    // After the limit is reached everything but notes is dropped: output with a gap in the middle would look complete.
    const over = (this.#left > 0 && kind !== 'note') || this.#bytes + bytes > totalBytes
    if (over && this.#left === 0) this.#piece('note', 'There is more output than is kept; what follows is left out.')
    if (over) this.#left += bytes
    else for (const part of parts(text)) this.#piece(kind, part)
  }

  #piece(kind: Kind, text: string): void {
    const piece = { ...this.#name, seq: ++this.#seq, kind, text }
    this.#bytes += Buffer.byteLength(text)
    this.#kept.push(piece)
    if (this.#kept.length > keptPieces) this.#kept.shift()
    this.#send(piece)
  }
}

/** The length of the text's end that could be the start of the token. */
function startOf(token: string, text: string): number {
  for (let length = Math.min(token.length - 1, text.length); length > 0; length--) if (token.startsWith(text.slice(-length))) return length
  return 0
}

function* parts(text: string): Generator<string> {
  // PostgreSQL can't store NUL characters.
  let rest = text.replaceAll('\0', '�')
  while (rest !== '') {
    let end = Math.min(rest.length, pieceBytes)
    while (Buffer.byteLength(rest.slice(0, end)) > pieceBytes) end = Math.floor(end * 0.7)
    // Don't split a surrogate pair.
    if (end < rest.length && /[\uD800-\uDBFF]/.test(rest[end - 1] ?? '')) end--
    yield rest.slice(0, end)
    rest = rest.slice(end)
  }
}
