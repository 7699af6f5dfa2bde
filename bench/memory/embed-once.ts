import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Embeddings } from '../../src/platform/embeddings/embeddings.ts'

/** Next to the cached server files and the model, so that a second run does not embed again. */
const folder = join(process.env['XDG_CACHE_HOME'] || '/var/tmp', 'baton-bench')
const atOnce = 1000

/** Embeds the texts with the model and caches the vectors in a file named by the hash of both. */
export async function embedOnce(embeddings: Embeddings, texts: readonly string[]): Promise<Float32Array[]> {
  if (!embeddings.model) throw new Error('the local model is missing: npm run model')
  const { id, dimensions } = embeddings.model
  const file = join(
    folder,
    `${createHash('sha256')
      .update(JSON.stringify([id, texts]))
      .digest('hex')
      .slice(0, 32)}.f32`,
  )
  if (!existsSync(file)) {
    const all = new Float32Array(texts.length * dimensions)
    for (let from = 0; from < texts.length; from += atOnce) {
      const vectors = await embeddings.embed(texts.slice(from, from + atOnce), 'passage')
      for (const [at, vector] of vectors.entries()) all.set(vector, (from + at) * dimensions)
    }
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, all)
    renameSync(`${file}.${process.pid}`, file)
  }
  const bytes = readFileSync(file)
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  if (all.length !== texts.length * dimensions) throw new Error(`${file} is not whole: remove it`)
  return texts.map((_, at) => all.subarray(at * dimensions, (at + 1) * dimensions))
}
