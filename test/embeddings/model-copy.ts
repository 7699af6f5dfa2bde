import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileNames, modelFolder } from '../../src/platform/embeddings/model-files.ts'

export const model = modelFolder(process.env)

/** A temporary folder, empty or with files of the model. */
export function scratch(files: readonly string[] = []): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'baton-model-'))
  for (const name of files) copyFileSync(join(model, name), join(folder, name))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const everyFile = fileNames

export const cosine = (a: Float32Array, b: ArrayLike<number>): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
