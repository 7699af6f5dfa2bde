import { createHash } from 'node:crypto'
import type { Rendering } from './render.ts'
import { MarkdownThreads, type Outcome, type Task } from './threads.ts'

/** What people and agents may store is at most half as long. */
const longestText = 200_000
/** A page that takes a tenth of this is remarkable; on a busy machine a thread has only a part of its time. */
const longestMilliseconds = 3_000
const maxKept = 300
const maxKeptLetters = 20_000_000

const threads = new MarkdownThreads(longestMilliseconds)
/** By hash of task and text, also of texts that took too long: whoever asks for one again waits for nothing. */
const kept = new Map<string, Promise<string | null>>()
const lengths = new Map<string, number>()

/**
 * Renders Markdown from people and agents as HTML for a page without scripts: nothing in it runs, and nothing is loaded from elsewhere. A text
 * that is too much for the parser is shown as it was typed.
 */
export const renderMarkdown = async (text: string, options: Rendering = {}): Promise<string> =>
  (await resultOf({ kind: 'render', text, options })) ?? `<pre tabindex="0">${escaped(text)}</pre>`

/** Markdown of a model without anything that leads elsewhere. A text that is too much for the parser becomes a block of code. */
export async function withoutAddresses(text: string): Promise<string> {
  if (!/[[\]<>@!&]|:\/\/|www\.|mailto:|xmpp:/i.test(text)) return text
  return (await resultOf({ kind: 'withoutAddresses', text })) ?? asBlock(text)
}

async function resultOf(task: Task): Promise<string | null> {
  if (task.text.length > longestText) return null
  const key = createHash('sha256').update(JSON.stringify(task)).digest('base64url')
  const found = kept.get(key) ?? begin(key, task)
  kept.delete(key)
  kept.set(key, found)
  return found
}

function begin(key: string, task: Task): Promise<string | null> {
  const started = threads.run(task).then((outcome: Outcome) => {
    if (outcome === 'refused') {
      kept.delete(key)
      return null
    }
    lengths.set(key, outcome.result?.length ?? 0)
    forgetOldest()
    return outcome.result
  })
  return started
}

function forgetOldest(): void {
  let letters = [...lengths.values()].reduce((sum, length) => sum + length, 0)
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept && letters <= maxKeptLetters) return
    // One that is still being worked on has no length yet.
    const length = lengths.get(oldest)
    if (length === undefined) continue
    letters -= length
    lengths.delete(oldest)
    kept.delete(oldest)
  }
}

const escapes: Record<string, string> = { '&': '&#x26;', '<': '&#x3C;', '>': '&#x3E;' }
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (letter) => escapes[letter] ?? '')

function asBlock(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
