/** What changes a vector changes the id, so vectors of two ids are never compared. */
export interface EmbeddingModel {
  id: string
  name: string
  dimensions: number
}

/** Some models embed a question otherwise than what may answer it; questions also go first. */
export type Purpose = 'query' | 'passage'

/**
 * Texts as vectors of length one. `failed` is never answered by another model: the caller goes on with text search alone,
 * and `/health` says why.
 */
export interface Embeddings {
  readonly state: 'ready' | 'off' | 'failed'
  readonly why?: string | undefined
  /** Null when off, and until an endpoint has first answered. */
  readonly model: EmbeddingModel | null
  /** In the order of the texts; rejects with EmbeddingsError, all or nothing. */
  embed(texts: string[], purpose: Purpose): Promise<Float32Array[]>
  close(): Promise<void>
}

/** Its message never holds a text or a key. */
export class EmbeddingsError extends Error {}
