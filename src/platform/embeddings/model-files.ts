import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export const modelName = 'all-MiniLM-L6-v2 int8'
export const dimensions = 384

/** The only bytes that are ever loaded, wherever they come from. */
export const modelFiles = {
  'model_quantized.onnx': { size: 22_972_370, sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1' },
  'tokenizer.json': { size: 711_661, sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0' },
  'tokenizer_config.json': { size: 366, sha256: '9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3' },
} as const
export type ModelFile = keyof typeof modelFiles
export const fileNames = Object.keys(modelFiles) as ModelFile[]

/** Next to the server files that scripts/services.sh keeps: one copy for all checkouts on a machine. */
export const modelFolder = (env: { EMBEDDINGS_MODEL_DIR?: string | undefined }): string =>
  env.EMBEDDINGS_MODEL_DIR || join(process.env['XDG_CACHE_HOME'] || '/var/tmp', 'baton-models', 'all-minilm-l6-v2-int8')

/** A quick check by size; code that loads a file verifies what it has read with `isPinned`. */
export function missingFiles(folder: string): ModelFile[] {
  return fileNames.filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size !== modelFiles[name].size)
}

export const isPinned = (name: ModelFile, bytes: Uint8Array): boolean =>
  createHash('sha256').update(bytes).digest('hex') === modelFiles[name].sha256

/** The files that differ from the pinned ones, without holding any of them in memory. */
export async function wrongFiles(folder: string): Promise<ModelFile[]> {
  const wrong = new Set(missingFiles(folder))
  for (const name of fileNames) {
    if (wrong.has(name)) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    if (hash.digest('hex') !== modelFiles[name].sha256) wrong.add(name)
  }
  return [...wrong]
}
