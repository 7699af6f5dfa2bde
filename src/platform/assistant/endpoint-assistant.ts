import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, streamText } from 'ai'
import { boundedFetch } from '../bounded-fetch.ts'
import { countTokens } from '../count-tokens.ts'
import type { Assistant, Ended, Prompt, Writing, Written } from './assistant.ts'

interface Settings {
  url: string
  model: string
  key: string | undefined
  /** Dollars per million tokens. */
  price: { in: number; out: number } | null
  /** Milliseconds for a whole answer. */
  longest: number
}

const fetchAnswer = boundedFetch()
const maxTokens = 2_000
/** More than that many tokens can be: cuts off an endpoint that does not keep to its limit. */
const maxCharacters = 40_000

const notes = {
  length: 'The answer was cut off at its greatest length.',
  time: 'The model took too long, so the answer ends here. Ask again, or ask for less.',
  tool: 'The model asked for a tool. The assistant has none, so nothing was called and the answer ends here.',
  broken: 'The connection to the model broke off, so the answer ends here. Ask again.',
  empty: 'The model answered nothing. Ask again, or in other words.',
  filtered: 'The model’s own filter ended the answer here.',
}

/** Thrown to end an answer early. */
class Stopped extends Error {
  readonly ended: Ended
  constructor(ended: Ended, note: string) {
    super(note)
    this.ended = ended
  }
}

/** Any endpoint that speaks OpenAI's chat protocol. Redirects are not followed: the key is for this address alone. */
export function createEndpointAssistant({ url, model: name, key, price, longest }: Settings): Assistant {
  const provider = createOpenAICompatible({
    name: 'assistant',
    baseURL: url,
    ...(key && { apiKey: key }),
    includeUsage: true,
    fetch: (input, init) => fetchAnswer(input, { ...init, redirect: 'error' }),
  })
  const model = provider.chatModel(name)

  return {
    model: name,
    async write(prompt, { signal, longest: max = longest, onText }: Writing = {}) {
      const deadline = AbortSignal.timeout(Math.min(max, longest))
      const ending = new AbortController()
      const abortSignal = AbortSignal.any([deadline, ending.signal, ...(signal ? [signal] : [])])
      const result = streamText({ model, ...prompt, abortSignal, maxOutputTokens: maxTokens, maxRetries: 0, onError() {} })
      let text = ''
      let counted: { inputTokens?: number | undefined; outputTokens?: number | undefined } = {}
      let ended: Ended = 'done'
      let note: string | null = null
      let whole = false
      try {
        for await (const part of result.fullStream) {
          if (part.type === 'text-delta') {
            text += part.text
            onText?.(part.text)
            if (text.length > maxCharacters) throw new Stopped('cut_off', notes.length)
          } else if (part.type.startsWith('tool-')) throw new Stopped('failed', notes.tool)
          else if (part.type === 'error') throw part.error
          else if (part.type === 'finish') {
            whole = true
            counted = part.totalUsage
            if (part.finishReason === 'length') [ended, note] = ['cut_off', notes.length]
            else if (part.finishReason === 'content-filter') [ended, note] = ['cut_off', notes.filtered]
            else if (part.finishReason === 'tool-calls') [ended, note] = ['failed', notes.tool]
            else if (part.finishReason === 'error') [ended, note] = ['cut_off', notes.broken]
          }
        }
        if (!whole && !abortSignal.aborted) [ended, note] = ['cut_off', notes.broken]
      } catch (error) {
        ending.abort()
        if (!abortSignal.aborted || error instanceof Stopped || !(deadline.aborted || signal?.aborted)) {
          ended = error instanceof Stopped ? error.ended : text ? 'cut_off' : 'failed'
          note = error instanceof Stopped ? error.message : said(error)
        }
      }
      if (signal?.aborted) [ended, note] = ['cancelled', null]
      else if (deadline.aborted) [ended, note] = [text ? 'cut_off' : 'failed', notes.time]
      else if (ended === 'done' && text.trim() === '') [ended, note] = ['failed', notes.empty]
      return { text, ended, note, ...use(prompt, text, counted) }
    },
  }

  function use(
    prompt: Prompt,
    text: string,
    { inputTokens, outputTokens }: { inputTokens?: number | undefined; outputTokens?: number | undefined },
  ) {
    const tokens_in = inputTokens ?? countTokens([prompt.system, ...prompt.messages.map(({ content }) => content)].join('\n'))
    const tokens_out = outputTokens ?? countTokens(text)
    const cost_micros = price && Math.round(tokens_in * price.in + tokens_out * price.out)
    return { tokens_in, tokens_out, cost_micros } satisfies Partial<Written>
  }
}

/** What went wrong at the endpoint, in our own words: its message may repeat the key or the question. */
function said(error: unknown): string {
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  if (status === undefined)
    return 'The model cannot be reached at the moment. Try again; if it stays so, whoever runs this instance checks ASSISTANT_URL.'
  if (status === 401 || status === 403)
    return `The model’s endpoint refused its key (${status}). Whoever runs this instance checks ASSISTANT_KEY.`
  if (status === 404)
    return 'The endpoint does not know this model (404). Whoever runs this instance checks ASSISTANT_URL and ASSISTANT_MODEL.'
  if (status === 429) return 'The model has too much to do (429). Try again in a minute.'
  if (status >= 500) return `The model’s endpoint failed (${status}). Try again in a minute.`
  return `The model’s endpoint did not take the question (${status}).`
}
