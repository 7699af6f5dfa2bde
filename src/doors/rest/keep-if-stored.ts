import { Refusal } from '../../kernel/errors.ts'
import type { Files } from '../../platform/files.ts'

/**
 * The file is there before its row. One whose row was refused is not kept; where it is not known whether the row was stored, it is. Should
 * removing it fail, the first reason is still the one to tell.
 */
export async function keepIfStored<Result>(files: Files, file: string, store: () => Promise<Result>): Promise<Result> {
  try {
    return await store()
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) await files.remove(file).catch(() => {})
    throw error
  }
}
