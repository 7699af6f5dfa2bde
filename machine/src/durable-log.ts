import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

interface Options<Entry> {
  /** Told of every entry, those of earlier processes first. */
  note(entry: Entry): void
  /** What is still to be known, as the file is written anew at start. */
  keep(): Entry[]
}

/** A file of entries, one a line. Each is on the disk before it counts, whatever kills the process. */
export class DurableLog<Entry> {
  readonly #handle: number
  readonly #note: (entry: Entry) => void

  constructor(file: string, { note, keep }: Options<Entry>) {
    this.#note = note
    if (existsSync(file)) {
      // A line without its end was never relied upon: the machine ended while it wrote.
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
      for (const line of lines) note(JSON.parse(line) as Entry)
    }
    const next = `${file}.next`
    const handle = openSync(next, 'w', 0o600)
    writeSync(handle, keep().map(lineOf).join(''))
    fsyncSync(handle)
    closeSync(handle)
    renameSync(next, file)
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

const lineOf = (entry: unknown): string => `${JSON.stringify(entry)}\n`
