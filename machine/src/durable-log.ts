import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

interface Options<Entry> {
  /** Called with every entry, starting with those of earlier processes. */
  note(entry: Entry): void
  /** The entries to keep when the file is compacted at startup. */
  keep(): Entry[]
}

/** An append-only file with one entry per line. Each entry is on disk before it counts, however the process ends. */
export class DurableLog<Entry> {
  readonly #handle: number
  readonly #note: (entry: Entry) => void

  constructor(file: string, { note, keep }: Options<Entry>) {
    this.#note = note
    if (existsSync(file)) {
      // An incomplete last line never counted: the process ended while writing it.
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
      for (const line of lines) note(JSON.parse(line) as Entry)
    }
    const next = `${file}.next`
    const handle = openSync(next, 'w', 0o600)
    writeSync(handle, keep().map(lineOf).join(''))
    fsyncSync(handle)
    closeSync(handle)
    renameSync(next, file)
    syncFolderOf(file)
    this.#handle = openSync(file, 'a', 0o600)
  }

  append(entry: Entry): void {
    writeSync(this.#handle, lineOf(entry))
    fsyncSync(this.#handle)
    this.#note(entry)
  }

  close(): void {
    closeSync(this.#handle)
  }
}

/** Without this, a power failure could undo a rename or the creation of the file. */
function syncFolderOf(file: string): void {
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

const lineOf = (entry: unknown): string => `${JSON.stringify(entry)}\n`
