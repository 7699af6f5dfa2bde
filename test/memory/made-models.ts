import type { Embeddings } from '../../src/platform/embeddings/embeddings.ts'

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

const made = (id: string, dimensions: number, vectorOf: (text: string) => Float32Array): Embeddings => ({
  state: 'ready',
  model: { id, name: id, dimensions },
  embed: (texts) => Promise.resolve(texts.map(vectorOf)),
  close: () => Promise.resolve(),
})

/** A model with a vector space of its own: words hashed into `dimensions` buckets. */
export const hashed = (id: string, dimensions: number): Embeddings =>
  made(id, dimensions, (text) => {
    const vector = new Float32Array(dimensions)
    for (const word of text.toLowerCase().split(/\W+/)) {
      const at = Buffer.from(word).reduce((sum, letter) => (sum * 31 + letter) % dimensions, 7)
      vector[at] = (vector[at] ?? 0) + 1
    }
    return unit(vector)
  })

/** A model that says of each text what it was told: the text is at this angle, in degrees. */
export const angled = (degrees: ReadonlyMap<string, number>): Embeddings =>
  made('angles', 2, (text) => {
    const angle = ((degrees.get(text) ?? 0) * Math.PI) / 180
    return unit(new Float32Array([Math.cos(angle), Math.sin(angle)]))
  })
