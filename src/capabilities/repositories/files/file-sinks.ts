import type { OutsideContext, TxContext } from '../../../kernel/context.ts'
import { type Claim, ClaimLost, isHeld } from '../sync/claim.ts'
import { dropFiles, type FileRow, putFiles } from './files.queries.ts'

const batchFiles = 200
const batchBytes = 8 * 1024 * 1024

/** Destination of the files that a sync has read. */
export interface FileSink {
  /** Announces how many files will be read. */
  expect(files: number): void
  add(row: FileRow): Promise<void>
  end(gone: readonly string[]): Promise<void>
}

/** Keeps files in memory until they are recorded: for the few that change while somebody waits. */
export class KeptFiles implements FileSink {
  readonly rows: FileRow[] = []
  readonly gone: string[] = []

  expect(): void {}

  async add(row: FileRow): Promise<void> {
    this.rows.push(row)
  }

  async end(gone: readonly string[]): Promise<void> {
    this.gone.push(...gone)
  }
}

/** Stores files in small transactions of their own, as long as the claim is still ours. */
export class StoredFiles implements FileSink {
  readonly #ctx: OutsideContext
  readonly #claim: Claim
  #rows: FileRow[] = []
  #bytes = 0
  #done = 0
  #total = 1

  constructor(ctx: OutsideContext, claim: Claim) {
    this.#ctx = ctx
    this.#claim = claim
  }

  expect(files: number): void {
    this.#total = Math.max(files, 1)
  }

  async add(row: FileRow): Promise<void> {
    this.#rows.push(row)
    this.#bytes += row.content?.length ?? 0
    if (row.skipped === null) this.#done++
    if (this.#rows.length >= batchFiles || this.#bytes >= batchBytes) await this.#flush()
  }

  async end(gone: readonly string[]): Promise<void> {
    await this.#flush()
    if (gone.length > 0) await this.#store((own) => own.tx.rows(dropFiles, { ...this.#place(), paths: [...gone] }))
  }

  async #flush(): Promise<void> {
    const rows = this.#rows
    if (rows.length === 0) return
    this.#rows = []
    this.#bytes = 0
    await this.#store((own) => own.tx.rows(putFiles, { ...this.#place(), rows: JSON.stringify(rows) }))
    const message = `Stored ${this.#done} of ${this.#total} files`
    this.#ctx.call.progress?.({ done: 1 + this.#done / this.#total, total: 4, message })
  }

  #place() {
    return { org: this.#ctx.org, id: this.#claim.row.id }
  }

  #store(work: (own: TxContext) => Promise<unknown>): Promise<void> {
    return this.#ctx.transaction('write', async (own) => {
      if (!(await isHeld(own, this.#claim))) throw new ClaimLost('another sync has begun')
      await work(own)
    })
  }
}
