import type { Config } from '../config.ts'

export interface Prompt {
  system: string
  messages: { role: 'user' | 'assistant'; content: string }[]
}

/** How an answer ended. Whatever went wrong, the text written so far is kept. */
export type Ended = 'done' | 'cut_off' | 'cancelled' | 'failed'

export interface Written {
  text: string
  ended: Ended
  /** Why the answer is incomplete, in plain words. Nothing that the endpoint said is repeated: it may contain the key. */
  note: string | null
  /** As counted by the endpoint, otherwise estimated. Null if nothing was sent. */
  tokens_in: number | null
  tokens_out: number | null
  /** Millionths of a dollar, if prices are set. */
  cost_micros: number | null
}

export interface Writing {
  /** Cancels it: nobody reads the answer anymore. */
  signal?: AbortSignal | undefined
  /** Time limit for the whole answer in milliseconds, if shorter than usual. */
  longest?: number
  onText?(text: string): void
}

/** The language model behind the assistant. Text in, text out: it has no tools. */
export interface Assistant {
  /** Null if none is set up; the assistant then shows passages alone. */
  readonly model: string | null
  /** Never rejects. */
  write(prompt: Prompt, writing?: Writing): Promise<Written>
}

/** Shown if there is no model; tells whoever runs the instance what to do. */
export const noModel =
  'No language model is set up: a question is answered with the passages that match it. To get written answers, set ASSISTANT_URL and ASSISTANT_MODEL on the server, and ASSISTANT_KEY if the endpoint needs one.'

export function createAssistant(config: Config): Assistant {
  const { ASSISTANT_URL: url, ASSISTANT_MODEL: model, ASSISTANT_KEY: key, ASSISTANT_TIMEOUT_SECONDS: seconds } = config
  if (!url || !model) return none
  const { ASSISTANT_PRICE_IN: priceIn, ASSISTANT_PRICE_OUT: priceOut } = config
  const price = priceIn === undefined && priceOut === undefined ? null : { in: priceIn ?? 0, out: priceOut ?? 0 }
  // Loaded lazily: the library behind it is large, and most processes never use it.
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
