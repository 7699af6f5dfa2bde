import { setTimeout as wait } from 'node:timers/promises'
import { EmbeddingsError, type EmbeddingModel, type Embeddings, type Purpose } from './embeddings.ts'
import { askEndpoint, EndpointError, type Endpoint } from './endpoint-request.ts'
import { modelId } from './model-id.ts'
import { maxTextPieces, pieceLength, textPieces } from './text-pieces.ts'
import { unitMean } from './unit-vector.ts'

interface Settings extends Endpoint {
  prefix: Record<Purpose, string>
  onChange(state: 'ready' | 'failed', why?: string): void
  /** Only set by tests: time limits of a whole call and of one request, and the pause before the first retry. */
  patience?: Record<Purpose, number>
  longest?: number
  firstPause?: number
  lookAgainEvery?: number
  maxWaiting?: number
}

const perRequest = 32
const late = 'the embeddings endpoint did not answer soon enough'
const tries: Record<Purpose, number> = { query: 2, passage: 5 }

export interface EndpointEmbeddings extends Embeddings {
  /** Resolves once the first request has been answered or has failed. */
  readonly asked: Promise<void>
}

/** Any endpoint that speaks OpenAI's protocol. The dimensions are taken from its first answer. */
export function createEndpointEmbeddings(settings: Settings): EndpointEmbeddings {
  const { prefix, onChange, longest = 20_000, firstPause = 500, lookAgainEvery = 3_000, maxWaiting = 10_000 } = settings
  const patience = settings.patience ?? { query: 5_000, passage: 120_000 }
  const ending = new AbortController()
  let model: EmbeddingModel | null = null
  let why: string | undefined = 'the embeddings endpoint has not answered yet'
  let waiting = 0
  let passages: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function lookAgain(): Promise<void> {
    try {
      const [vector] = await ask(['dimensions'], AbortSignal.timeout(longest))
      const found = describe(vector?.length ?? 0)
      if (model && model.id !== found.id) throw new EndpointError('the embeddings endpoint has another model now: restart Baton', 'broken')
      model = found
      why = undefined
      onChange('ready')
    } catch (error) {
      fail(error as Error)
    }
  }

  function fail(error: Error): void {
    if (ending.signal.aborted) return
    const said = why
    why = error.message
    if (why !== said) onChange('failed', why)
    clearTimeout(timer)
    timer = setTimeout(() => void lookAgain(), lookAgainEvery).unref()
  }

  const describe = (dimensions: number): EmbeddingModel => ({
    id: modelId({
      name: settings.model,
      dimensions,
      query: prefix.query,
      passage: prefix.passage,
      normalised: 'unit',
      pieceLength,
      maxTextPieces,
      pieces: 'words, weighted by length',
    }),
    name: settings.model,
    dimensions,
  })

  function ask(input: string[], signal: AbortSignal): Promise<Float32Array[]> {
    return askEndpoint(settings, input, AbortSignal.any([signal, ending.signal]))
  }

  async function persist(input: string[], deadline: AbortSignal, most: number): Promise<Float32Array[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask(input, AbortSignal.any([deadline, AbortSignal.timeout(longest)]))
      } catch (error) {
        const { kind, pause } = error as EndpointError
        if (kind !== 'again' || attempt === most || deadline.aborted || ending.signal.aborted) throw error
        await wait(Math.max(pause, firstPause * 2 ** (attempt - 1)), undefined, {
          signal: AbortSignal.any([deadline, ending.signal]),
        }).catch(() => {
          throw error
        })
      }
    }
  }

  async function embedAll(texts: string[], purpose: Purpose, dimensions: number, soon?: AbortSignal): Promise<Float32Array[]> {
    if (soon?.aborted) throw new EmbeddingsError(late)
    const deadline = soon ?? AbortSignal.timeout(patience[purpose])
    const pieces = texts.flatMap((text, owner) =>
      textPieces(text).map((piece) => ({ owner, text: prefix[purpose] + piece, vector: new Float32Array() as Float32Array })),
    )
    for (let at = 0; at < pieces.length; at += perRequest) {
      const batch = pieces.slice(at, at + perRequest)
      const vectors = await persist(
        batch.map(({ text }) => text),
        deadline,
        soon ? 1 : tries[purpose],
      )
      if (vectors.some(({ length }) => length !== dimensions)) {
        throw new EndpointError('the embeddings endpoint has another model now: restart Baton', 'broken')
      }
      batch.forEach((piece, place) => void (piece.vector = vectors[place] ?? piece.vector))
    }
    return texts.map((_, owner) => {
      const own = pieces.filter((piece) => piece.owner === owner)
      return unitMean(
        own.map(({ vector }) => vector),
        own.map(({ text }) => text.length),
      )
    })
  }

  const asked = lookAgain()
  return {
    asked,
    get model() {
      return model
    },
    get state() {
      return why ? 'failed' : 'ready'
    },
    get why() {
      return why
    },
    async embed(texts, purpose, within) {
      if (why || !model) throw new EmbeddingsError(why ?? '')
      if (waiting + texts.length > maxWaiting) throw new EmbeddingsError('too many texts wait to be embedded: try again later')
      const { dimensions } = model
      const soon = within === undefined ? undefined : AbortSignal.timeout(within)
      waiting += texts.length
      try {
        // Calls with passages run one after the other, so that a queue of them leaves the endpoint room for queries.
        const start = () => embedAll(texts, purpose, dimensions, soon)
        const started = purpose === 'query' ? start() : passages.then(start)
        if (purpose === 'passage') passages = started.catch(() => {})
        return await (soon ? Promise.race([started, endOf(soon)]) : started)
      } catch (error) {
        // Whoever does not wait long can't tell a slow endpoint from a broken one.
        if (soon?.aborted) throw new EmbeddingsError(late)
        if (!(error instanceof EndpointError) || error.kind !== 'refused') fail(error as Error)
        throw error
      } finally {
        waiting -= texts.length
      }
    },
    async close() {
      clearTimeout(timer)
      ending.abort()
      await Promise.allSettled([asked, passages])
    },
  }
}

const endOf = (signal: AbortSignal): Promise<never> =>
  // oxlint-disable-next-line no-restricted-properties -- our own signal, not a peer
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new EmbeddingsError(late)), { once: true }))
