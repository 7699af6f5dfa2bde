import type { Config } from '../config.ts'

export interface Prompt {
  system: string
  messages: { role: 'user' | 'assistant'; content: string }[]
}

/** How an answer ended. Whatever went wrong, what was written until then is kept. */
export type Ended = 'done' | 'cut_off' | 'cancelled' | 'failed'

export interface Written {
  text: string
  ended: Ended
  /** In plain words why it is not whole. Nothing that the endpoint said is repeated: it may hold the key. */
  note: string | null
  /** As the endpoint counted, else estimated. Null where nothing was sent. */
  tokens_in: number | null
  tokens_out: number | null
  /** Millionths of a dollar, where prices are set. */
  cost_micros: number | null
}

export interface Writing {
  /** Ends it: nobody reads the answer any more. */
  signal?: AbortSignal | undefined
  /** Milliseconds for the whole answer, where fewer than usual. */
  longest?: number
  onText?(text: string): void
}

/** The language model behind the assistant. It is given text and gives text: it has no tools. */
export interface Assistant {
  /** Null: none is set up, and the assistant shows passages alone. */
  readonly model: string | null
  /** Never rejects. */
  write(prompt: Prompt, writing?: Writing): Promise<Written>
}

/** Shown where there is no model; whoever runs the instance learns from it what to do. */
export const noModel =
  'No language model is set up: a question is answered with the passages that match it. To get written answers, set ASSISTANT_URL and ASSISTANT_MODEL on the server, and ASSISTANT_KEY if the endpoint needs one.'

export function createAssistant(config: Config): Assistant {
  const { ASSISTANT_URL: url, ASSISTANT_MODEL: model, ASSISTANT_KEY: key, ASSISTANT_TIMEOUT_SECONDS: seconds } = config
  if (!url || !model) return none
  const { ASSISTANT_PRICE_IN: priceIn, ASSISTANT_PRICE_OUT: priceOut } = config
  const price = priceIn === undefined && priceOut === undefined ? null : { in: priceIn ?? 0, out: priceOut ?? 0 }
  // The library behind it is large, and most processes never ask.
  let made: Promise<Assistant> | undefined
  const endpoint = () =>
    (made ??= import('./endpoint-assistant.ts').then(({ createEndpointAssistant }) =>
      createEndpointAssistant({ url, model, key, price, longest: seconds * 1000 }),
    ))
  return { model, write: async (prompt, writing) => (await endpoint()).write(prompt, writing) }
}

const none: Assistant = {
  model: null,
  write: () => Promise.resolve({ text: '', ended: 'failed', note: noModel, tokens_in: null, tokens_out: null, cost_micros: null }),
}
