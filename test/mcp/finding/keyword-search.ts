export interface Findable {
  name: string
  description?: string | undefined
  hint?: string | undefined
}

const shown = 5

/**
 * How a client that loads tools on demand answers its model's search, as far as that is known of Claude Code: each word of the
 * question counts where it is a part of the name, stands in the hint or stands in the description; the best five are loaded.
 */
export function keywordSearch(question: string, tools: readonly Findable[]): string[] {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean)
  return tools
    .map((tool) => ({ name: tool.name, score: words.reduce((sum, word) => sum + scoreOf(word, tool), 0) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, shown)
    .map(({ name }) => name)
}

function scoreOf(word: string, { name, description = '', hint = '' }: Findable): number {
  const parts = name.toLowerCase().split(/_+/)
  const alone = new RegExp(`\\b${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\b`)
  const inName = parts.includes(word) ? 12 : parts.some((part) => part.includes(word)) ? 6 : 0
  return inName + (alone.test(hint.toLowerCase()) ? 4 : 0) + (alone.test(description.toLowerCase()) ? 2 : 0)
}
