import { readFileSync } from 'node:fs'
import { mcpClients } from '../../../dashboard/src/pages/agents/connect/clients.ts'

const address = 'http://localhost:4000'

/** The terminal command that the dashboard shows for a client, without the line that prompts for the token. */
export function terminalSnippet(id: string, url: string, transport: 'http' | 'sse' = 'http'): string {
  const snippet = mcpClients.find((client) => client.id === id)?.snippets(`${url}/mcp${transport === 'sse' ? '/sse' : ''}`, transport)[0]
  if (snippet?.kind !== 'terminal') throw new Error(`there is nothing to run for ${id}`)
  return snippet.text.replace(/^read .*$/m, '')
}

/** The code block after these words in docs/clients.md, for this address. */
export function pageText(words: string, url: string): string {
  const page = readFileSync(new URL('../../../docs/clients.md', import.meta.url), 'utf8')
  const block = page.split(`${words}:\n\n`)[1]?.match(/^```\w*\n([^]*?)```/)?.[1]
  if (!block) throw new Error(`docs/clients.md shows nothing after ${words}`)
  return block.replaceAll(address, url)
}

export const pageSnippet = (words: string, url: string): Record<string, unknown> => JSON.parse(pageText(words, url))
