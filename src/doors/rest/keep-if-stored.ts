import { Refusal } from '../../kernel/errors.ts'
import type { Files } from '../../platform/files.ts'

/**
 * The file is written before its row. It is removed if the row was refused, but kept if it isn't known whether the row was stored. If
 * removing it fails, the original error is still the one to report.
 */
export async function keepIfStored<Result>(files: Files, file: string, store: () => Promise<Result>): Promise<Result> {
  try {
    return await store()
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) await files.remove(file).catch(() => {})
    throw error
  }
}
