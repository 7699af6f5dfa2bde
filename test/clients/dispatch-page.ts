import { readFileSync } from 'node:fs'
import type { Client, RunsSection } from '../../machine/src/runs/run-rules.ts'

const page = readFileSync(new URL('../../docs/dispatch.md', import.meta.url), 'utf8')
const blocks: { runs?: RunsSection }[] = [...page.matchAll(/```json\n([^`]+)```/g)].map(([, text = '']) => JSON.parse(text))

/** The `runs` section that docs/dispatch.md shows. */
export const pageRuns: RunsSection = blocks.find(({ runs }) => runs)?.runs ?? {}

/** Every client that the page shows, as it shows it. */
export const pageClients: Record<string, Client> = Object.assign({}, ...blocks.map(({ runs, ...clients }) => runs?.clients ?? clients))

export function pageClient(name: string): Client {
  const found = pageClients[name]
  if (!found) throw new Error(`docs/dispatch.md shows no client ${name}`)
  return found
}
