/** A vector as pgvector reads it. */
export const vectorText = (vector: Float32Array): string => `[${vector.join(',')}]`

export const vectorFromText = (text: string): Float32Array => Float32Array.from(JSON.parse(text) as number[])
