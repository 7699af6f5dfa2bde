/** Whatever changes a vector changes the id, so vectors with different ids are never compared. */
export interface EmbeddingModel {
  id: string
  name: string
  dimensions: number
}

/** Some models embed a query differently from a passage; queries also have priority. */
export type Purpose = 'query' | 'passage'

/** Turns texts into unit vectors. On `failed` no other model takes over: the caller falls back to text search alone, and `/health` says why. */
export interface Embeddings {
  readonly state: 'ready' | 'off' | 'failed'
  readonly why?: string | undefined
  /** Null when off, and until an endpoint has first answered. */
  readonly model: EmbeddingModel | null
  /**
   * In the order of the texts; rejects with EmbeddingsError, all or nothing. `within` is how many milliseconds the caller waits if that is
   * less than usual: then whatever has not begun is dropped, and being late says nothing about the model.
   */
  embed(texts: string[], purpose: Purpose, within?: number): Promise<Float32Array[]>
  close(): Promise<void>
}

/** Its message never contains a text or a key. */
export class EmbeddingsError extends Error {}
