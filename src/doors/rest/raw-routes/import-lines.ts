import { z } from 'zod'
import { kinds, type Kind } from '../../../capabilities/sync/records/records.contract.ts'
import { Id } from '../../../kernel/contract.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { parseBounded } from '../../../platform/bounded-json.ts'

export const format = 'baton-export'
export const formatVersion = 1

const Head = z.object({ format: z.literal(format), version: z.literal(formatVersion) })
const Line = z.looseObject({ kind: z.enum(kinds), id: Id, version: z.int().min(1).max(2_147_483_647).default(1) })
export type Line = z.output<typeof Line>
export type Lines = ReadonlyMap<Kind, readonly Line[]>

interface Limits {
  bytes: number
  records: number
}

/** A record without the bytes of its attachment; those are taken out before the rest is parsed. */
const longestRecord = 256 * 1024
const ends = '"}'
const bytesBegin = '"bytes":"'

/**
 * Reads an export as it arrives and checks each line at once, so that no part of it holds up other requests for longer than a piece of the
 * stream. After a fault the rest is received and dropped: a client that is still sending wouldn't read the answer.
 */
export async function readLines(body: AsyncIterable<Buffer>, most: Limits): Promise<Lines> {
  const reader = new LineReader(most)
  let refused: unknown = null
  let received = 0
  for await (const piece of body) {
    received += piece.length
    if (received > most.bytes) throw new Refusal('too_large', `An export has at most ${Math.floor(most.bytes / 1024 / 1024)} MiB.`)
    if (refused) continue
    try {
      reader.take(piece)
    } catch (error) {
      refused = error
    }
  }
  if (refused) throw refused
  return reader.finish()
}

class LineReader {
  readonly #most: Limits
  readonly #lines = new Map<Kind, Line[]>(kinds.map((kind) => [kind, []]))
  /** The pieces of a line whose end hasn't arrived yet. */
  #open: Buffer[] = []
  #number = 0
  #records = 0
  #ended = false

  constructor(most: Limits) {
    this.#most = most
  }

  take(piece: Buffer): void {
    let at = 0
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, at)) {
      this.#open.push(piece.subarray(at, end))
      this.#close()
      at = end + 1
    }
    if (at < piece.length) this.#open.push(piece.subarray(at))
  }

  finish(): Lines {
    this.#close()
    if (this.#number === 0) throw notAnExport()
    if (!this.#ended) throw new Refusal('invalid', 'This export is not complete: its last line is missing. Export it again.')
    return this.#lines
  }

  #close(): void {
    const text = (this.#open.length === 1 ? this.#open[0] : Buffer.concat(this.#open))?.toString().trim() ?? ''
    this.#open = []
    if (text === '') return
    const number = ++this.#number
    const value = valueOf(text)
    if (number === 1) {
      if (!Head.safeParse(value).success) throw notAnExport()
      return
    }
    if (this.#ended) throw noRecord(number - 1)
    if ((value as { end?: unknown } | null)?.end === true) {
      this.#ended = true
      return
    }
    if (++this.#records > this.#most.records) {
      throw new Refusal('too_large', `An export has at most ${this.#most.records} records. Export with attachments=false, or split it.`)
    }
    const parsed = Line.safeParse(value)
    if (!parsed.success) throw noRecord(number)
    this.#lines.get(parsed.data.kind)?.push(parsed.data)
  }
}

const notAnExport = () => new Refusal('invalid', 'This is not an export of Baton. Send the file as GET /api/sync/export gave it.')
const noRecord = (line: number) => new Refusal('invalid', `Line ${line} is not a record of an export.`, { line })

/** A line as JSON, or null. The bytes of an attachment are the last field of their line, and are far longer than the rest. */
function valueOf(text: string): unknown {
  const begin = text.length > longestRecord && text.endsWith(ends) ? text.lastIndexOf(bytesBegin) : -1
  const rest = begin === -1 ? text : `${text.slice(0, begin)}"bytes":""}`
  if (rest.length > longestRecord) return null
  try {
    const value = parseBounded(rest)
    return begin === -1 ? value : { ...(value as object), bytes: text.slice(begin + bytesBegin.length, -ends.length) }
  } catch {
    return null
  }
}
