import type { Splice } from '../splice.ts'

/** What goes into a client's file under its name. */
export interface Entry {
  /** The key below which the servers are. */
  servers: string
  name: string
  value: Record<string, unknown>
}

export interface Server {
  name: string
  /** Everything it says, to look an address or a token up in. */
  value: Record<string, unknown>
}

/** A kind of settings file. What is not asked for stays as it is, byte for byte. */
export interface FileFormat {
  /** A whole new file. */
  create(entry: Entry, header: Record<string, unknown>): string
  /** Adds or replaces the entry. Throws if the text is not valid, or is laid out in a way that cannot be edited. */
  put(text: string, entry: Entry): Splice
  remove(text: string, servers: string, name: string): string
  list(text: string, servers: string): Server[]
  /** What the text means, to compare what was meant with what came out. */
  parse(text: string): unknown
}

export class UnreadableFile extends Error {}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const lineEnd = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')
