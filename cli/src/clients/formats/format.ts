import type { Splice } from '../splice.ts'

/** An entry in a client's file, stored under its name. */
export interface Entry {
  /** The key under which the servers are listed. */
  servers: string
  name: string
  value: Record<string, unknown>
}

export interface Server {
  name: string
  /** All of its settings, to look up an address or a token in. */
  value: Record<string, unknown>
}

/** A config file format. Edits leave everything else unchanged, byte for byte. */
export interface FileFormat {
  /** The content of a new file. */
  create(entry: Entry, header: Record<string, unknown>): string
  /** Adds or replaces the entry. Throws if the text is not valid, or is laid out in a way that cannot be edited. */
  put(text: string, entry: Entry): Splice
  remove(text: string, servers: string, name: string): string
  list(text: string, servers: string): Server[]
  /** The parsed text, to compare the intended result with the actual one. */
  parse(text: string): unknown
}

export class UnreadableFile extends Error {}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const lineEnd = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')
