const maxRecalled = 20

/** Which memories a search returned, and why; recorded so that people can see what an agent relied on. */
export function recalledBy(tool: string, answer: unknown): { id: string; text: string[]; meaning: number | null }[] {
  if (tool !== 'search_memory') return []
  const { items = [] } = (answer ?? {}) as { items?: { kind: string; id: string; why: { text: string[]; meaning: number | null } }[] }
  return items
    .filter(({ kind }) => kind === 'memory')
    .slice(0, maxRecalled)
    .map(({ id, why: { text, meaning } }) => ({ id, text: text.slice(0, maxRecalled), meaning }))
}
