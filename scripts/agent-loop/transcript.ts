type Json = Record<string, unknown>

/** A readable transcript of two agents: an introduction, each call, and the relevant fields of its result. */
export class Transcript {
  readonly #lines: string[] = []
  readonly #say: (line: string) => void
  /** Consecutive calls share one code block. */
  #calls = 0

  constructor(say: (line: string) => void) {
    this.#say = say
  }

  /** Ends the transcript. */
  end(): string {
    this.#close()
    return `${this.#lines.join('\n')}\n`
  }

  tell(words: string): void {
    this.#close()
    this.#add('', words, '')
  }

  answered(agent: string, tool: string, args: Json, answer: Json, fields: readonly string[]): void {
    this.#call(agent, tool, args, JSON.stringify(pick(answer, fields)))
  }

  refused(agent: string, tool: string, args: Json, words: string): void {
    this.#call(agent, tool, args, words)
  }

  #call(agent: string, tool: string, args: Json, said: string): void {
    this.#add(this.#calls++ === 0 ? '```text' : '', `${agent} → ${tool} ${JSON.stringify(args)}`, `baton ← ${said}`)
  }

  #close(): void {
    if (this.#calls > 0) this.#add('```')
    this.#calls = 0
  }

  #add(...lines: string[]): void {
    for (const line of lines) {
      this.#lines.push(line)
      this.#say(line)
    }
  }
}

function pick(answer: Json, fields: readonly string[]): Json {
  return Object.fromEntries(fields.map((field) => [field, at(answer, field.split('.'))]))
}

/** On an array, the rest of the path is applied to every item. */
function at(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value
  if (Array.isArray(value)) return value.map((item) => at(item, [step, ...rest]))
  return at((value as Json | null | undefined)?.[step], rest)
}

const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const fence = /(?<=fence":\[?")[\w-]{22}/g
const agent = /\b(codex-mcp-client)-[0-9a-f]{6}\b/g
const time = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** Makes runs comparable: ids are numbered in order of appearance, timestamps lose their digits. */
export function normalised(text: string): string {
  const seen = new Map<string, string>()
  const numbered = (found: string): string => {
    const name = seen.get(found) ?? `<id ${seen.size + 1}>`
    seen.set(found, name)
    return name
  }
  const fences = new Map<string, string>()
  const secret = (found: string): string => {
    const name = fences.get(found) ?? `<fence ${fences.size + 1}>`
    fences.set(found, name)
    return name
  }
  return text.replace(id, numbered).replace(fence, secret).replace(agent, '$1').replace(time, '<time>')
}
