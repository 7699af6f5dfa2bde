const most = 20
const lines: string[] = []
let failed: string | null = null

const keep = (line: string): void => {
  lines.push(line.slice(0, 1000))
  if (lines.length > most) lines.shift()
}
const spoken = (value: unknown): string =>
  value instanceof Error ? `${value.name}: ${value.message}` : typeof value === 'string' ? value : ''

let watching = false
/** From here on the last errors are kept, only in this tab, for whoever wants to report them. */
export function watchTrouble(): void {
  if (watching) return
  watching = true
  addEventListener('error', ({ message }) => keep(message))
  addEventListener('unhandledrejection', ({ reason }) => keep(`Unhandled: ${spoken(reason)}`))
  const say = console.error.bind(console)
  console.error = (...words: unknown[]) => {
    keep(words.map(spoken).filter(Boolean).join(' '))
    say(...words)
  }
  const ask = globalThis.fetch.bind(globalThis)
  globalThis.fetch = async (...request) => {
    const response = await ask(...request)
    if (response.status >= 400) failed = response.headers.get('x-request-id') ?? failed
    return response
  }
}

export const recentTrouble = (): { console: string[]; request: string | null } => ({ console: lines.filter(Boolean), request: failed })
