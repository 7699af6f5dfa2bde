import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { EmbeddingsError, type Embeddings } from './embeddings.ts'
import { createEndpointEmbeddings } from './endpoint-embeddings.ts'
import { createLocalEmbeddings } from './local-embeddings.ts'
import { modelFolder } from './model-files.ts'

/** An endpoint if one is configured, else the local model. Neither ever substitutes for the other. */
export async function createEmbeddings(config: Config, log: Logger): Promise<Embeddings> {
  if (config.EMBEDDINGS === 'off') return off
  const onChange = (state: 'ready' | 'failed', why?: string, detail?: string) =>
    state === 'ready' ? log.info('embeddings are ready') : log.warn({ why, detail }, 'embeddings failed: search goes by text alone')
  if (!config.EMBEDDINGS_URL) return createLocalEmbeddings({ folder: modelFolder(config), threads: config.EMBEDDINGS_THREADS, onChange })
  const endpoint = createEndpointEmbeddings({
    url: config.EMBEDDINGS_URL,
    key: config.EMBEDDINGS_KEY,
    model: config.EMBEDDINGS_MODEL ?? '',
    dimensions: config.EMBEDDINGS_DIMENSIONS,
    prefix: { query: config.EMBEDDINGS_QUERY_PREFIX ?? '', passage: config.EMBEDDINGS_PASSAGE_PREFIX ?? '' },
    onChange,
  })
  // Long enough for a working endpoint; Baton starts without waiting for a broken one.
  await Promise.race([endpoint.asked, wait(3000, undefined, { ref: false })])
  return endpoint
}

const off: Embeddings = {
  state: 'off',
  model: null,
  embed: () => Promise.reject(new EmbeddingsError('embeddings are off: set EMBEDDINGS=on')),
  close: () => Promise.resolve(),
}
