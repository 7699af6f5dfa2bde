import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { analyse } from 'scslre'

const trees = ['src/**/*.ts', 'machine/src/**/*.ts', 'cli/src/**/*.ts', 'client/src/**/*.ts']

/** Patterns that would take long for a long text, and why they never meet one. */
const exceptions: Readonly<Record<string, string>> = {
  'src/platform/migration-files.ts /^\\s*--.*$/gm': 'our own migrations',
  'src/platform/system-docs.ts /\\[([^\\]]*)\\]\\([^)]*\\)/g': 'our own documents',
  'src/capabilities/knowledge/specs/difference.ts /[^\\n]*\\n|[^\\n]+$/g': 'one of the two always matches where it begins',
}

interface Found {
  file: string
  line: number
  pattern: string
  flags: string
}

/**
 * Finds regular expressions that take more than linear time for some text: one such text from outside holds the event loop for seconds or hours.
 * Only literals are seen; a pattern put together from strings is bounded where it is made.
 */
export function checkPatterns(): string {
  const used = new Set<string>()
  const problems = globSync(trees)
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap(patternsOf)
    .flatMap((found): string[] => {
      const text = `/${found.pattern}/${found.flags}`
      const slow = analyse({ source: found.pattern, flags: found.flags }).reports[0]
      if (!slow) return []
      const key = `${found.file} ${text}`
      used.add(key)
      return key in exceptions ? [] : [`${found.file}:${found.line} ${text} takes ${slow.exponential ? 'exponential' : 'quadratic'} time`]
    })
  const stale = Object.keys(exceptions).filter((key) => !used.has(key))
  return [...problems, ...stale.map((key) => `scripts/verify/patterns.ts: ${key} is no exception anymore`)].join('\n')
}

function patternsOf(file: string): Found[] {
  const text = readFileSync(file, 'utf8')
  const found: Found[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(walk)
    const { type, regex, start } = node as { type?: string; regex?: { pattern: string; flags: string } | null; start?: number }
    if (type === 'Literal' && regex) found.push({ file, line: text.slice(0, start).split('\n').length, ...regex })
    Object.values(node).forEach(walk)
  }
  walk(parseSync(file, text).program)
  return found
}
