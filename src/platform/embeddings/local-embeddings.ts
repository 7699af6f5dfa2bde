import { EmbeddingsError, type EmbeddingModel, type Embeddings, type Purpose } from './embeddings.ts'
import { dimensions, missingFiles, modelFiles, modelName, wrongFiles } from './model-files.ts'
import { modelId } from './model-id.ts'
import { maxPieces, window } from './pieces.ts'
import { ThreadPool } from './thread-pool.ts'

interface Settings {
  folder: string
  threads: number
  onChange(state: 'ready' | 'failed', why?: string, detail?: string): void
  /** Only set by tests, which use other time limits or other threads. */
  patience?: Record<Purpose, number>
  longest?: number
  lookAgainEvery?: number
  maxWaiting?: number
  thread?: URL
}

export const localModel: EmbeddingModel = {
  id: modelId({
    name: modelName,
    ...Object.fromEntries(Object.entries(modelFiles).map(([name, { sha256 }]) => [name, sha256])),
    pooling: 'mean',
    normalised: 'unit',
    window,
    maxPieces,
    pieces: 'equal, weighted by tokens, alone',
  }),
  name: modelName,
  dimensions,
}

// The batch size for a thread: small enough that a query queued behind it waits only for a moment.
const maxTexts = 16
const maxCharacters = 8000

/** Runs the model of `npm run model` in threads of this process; nothing is loaded before the first text. */
export function createLocalEmbeddings(settings: Settings): Embeddings {
  const { folder, threads, onChange, maxWaiting = 10_000, lookAgainEvery = 15_000 } = settings
  const patience = settings.patience ?? { query: 5_000, passage: 120_000 }
  const explain = (what: string) => `the local model is not there (${what}): run npm run model`
  const missing = missingFiles(folder)
  let why = missing.length > 0 ? explain(missing.join(', ')) : undefined
  let closed = false
  let timer = why ? lookAgain() : undefined
  if (why) onChange('failed', why)
  const pool = new ThreadPool({
    file: settings.thread ?? new URL('./thread.ts', import.meta.url),
    data: folder,
    threads,
    longest: settings.longest ?? 30_000,
    onFailed(reason, files) {
      if (why) return why
      // The runtime's message may name folders of this machine, and /health is open to all.
      why = files ? explain(reason) : 'the local model cannot run on this machine: the log of Baton says why'
      if (files) timer = lookAgain()
      onChange('failed', why, reason)
      return why
    },
  })

  /** The files may be installed while Baton is running. */
  function lookAgain(): NodeJS.Timeout {
    return setTimeout(async () => {
      const wrong = await wrongFiles(folder).catch(() => ['files'])
      if (closed) return
      if (wrong.length > 0) return void (timer = lookAgain())
      why = undefined
      onChange('ready')
    }, lookAgainEvery).unref()
  }

  function inThreads(texts: string[], purpose: Purpose, within = patience[purpose]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = []
    let over = false
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        over = true
        clearTimeout(late)
        settle()
      }
      const failed = (error: Error) => finish(() => reject(error))
      const late = setTimeout(() => failed(new EmbeddingsError(`embedding took longer than ${within} ms`)), within)
      let left = texts.length
      for (const places of cut(texts)) {
        const done = (found: Float32Array[]) => {
          found.forEach((vector, at) => void (vectors[places[at] ?? 0] = vector))
          if ((left -= places.length) === 0) finish(() => resolve(vectors))
        }
        pool.add({ texts: places.map((place) => texts[place] ?? ''), purpose, over: () => over, done, failed })
      }
    })
  }

  return {
    model: localModel,
    get state() {
      return why ? 'failed' : 'ready'
    },
    get why() {
      return why
    },
    async embed(texts, purpose, within) {
      if (why) throw new EmbeddingsError(why)
      if (texts.length === 0) return []
      if (pool.waiting + texts.length > maxWaiting) throw new EmbeddingsError('too many texts wait to be embedded: try again later')
      return inThreads(texts, purpose, within)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await pool.close()
    },
  }
}

/** The indexes of the texts that go to a thread together. */
function* cut(texts: string[]): Generator<number[]> {
  let places: number[] = []
  let characters = 0
  for (const [place, { length }] of texts.entries()) {
    if (places.length > 0 && (places.length === maxTexts || characters + length > maxCharacters)) {
      yield places
      places = []
      characters = 0
    }
    places.push(place)
    characters += length
  }
  if (places.length > 0) yield places
}
