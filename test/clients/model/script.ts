import { randomBytes } from 'node:crypto'

interface Call {
  tool: string
  args: Record<string, unknown>
}

/** What the client shows its model of a result: everything a real model could go by. */
export interface Shown {
  text: string
  isError: boolean
}

/** The model's next turn: tool calls, or its final message. */
export type Turn = { calls: (Call & { id: string })[] } | { text: string }

/** What a script can see and do in the model's place. */
export interface Model {
  /** Everything the client sent with its first request. */
  told: Promise<string>
  use(tool: string, args?: Record<string, unknown>): Promise<Shown>
  /** Several calls in one message. */
  useAll(calls: Call[]): Promise<Shown[]>
}

/** Returns the model's final message. */
export type Script = (model: Model) => Promise<string>

/**
 * A model that follows a script. Clients send the whole conversation with every request and retry failed requests, so a turn
 * is identified by the ids of the answered calls, never by counting requests.
 */
export class Conversation {
  readonly #prefix = `call_${randomBytes(4).toString('hex')}_`
  readonly #turns: PromiseWithResolvers<Turn>[] = [Promise.withResolvers()]
  readonly #shown: PromiseWithResolvers<Shown[]>[] = []
  readonly #told = Promise.withResolvers<string>()
  /** Rejects if the script fails. */
  readonly ended: Promise<void>

  constructor(script: Script) {
    const useAll = (calls: Call[]): Promise<Shown[]> => {
      const turn = this.#shown.push(Promise.withResolvers()) - 1
      this.#turns.push(Promise.withResolvers())
      this.#turns[turn]?.resolve({ calls: calls.map((call, place) => ({ ...call, id: `${this.#prefix}${turn}_${place}` })) })
      return this.#shown[turn]?.promise ?? Promise.resolve([])
    }
    const use = async (tool: string, args = {}) => (await useAll([{ tool, args }]))[0] as Shown
    const told = script({ told: this.#told.promise, use, useAll })
    // A failed script ends the conversation with its error, so that the client exits; `ended` rejects for whoever started both.
    void told.catch((error: Error) => error.message).then((text) => this.#turns.at(-1)?.resolve({ text }))
    this.ended = told.then(() => {})
    this.ended.catch(() => {})
  }

  /** Handles one request of the client. */
  next(results: ReadonlyMap<string, Shown>, request: unknown): Promise<Turn> {
    this.#told.resolve(JSON.stringify(request))
    const ours = [...results].filter(([id]) => id.startsWith(this.#prefix))
    const placeOf = (id: string) => id.slice(this.#prefix.length).split('_').map(Number) as [number, number]
    const last = Math.max(-1, ...ours.map(([id]) => placeOf(id)[0]))
    const answered = ours.filter(([id]) => placeOf(id)[0] === last).toSorted(([one], [other]) => placeOf(one)[1] - placeOf(other)[1])
    this.#shown[last]?.resolve(answered.map(([, shown]) => shown))
    return this.#turns[last + 1]?.promise ?? Promise.resolve({ text: 'The script is over.' })
  }
}
