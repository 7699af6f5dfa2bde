import { globSync, readFileSync } from 'node:fs'
import { root } from './tools.ts'

/** Colors, sizes and durations have names, all in tokens.css; a literal value in a component is refused. */
const raw: Record<string, RegExp> = {
  'a colour': /#[0-9a-f]{3,8}\b(?=['"\s;])|\b(?:rgba?|hsla?|oklch|oklab)\(/i,
  'a size': /\b\d*\.?\d+(?:px|rem|em|vh|vw|dvh)\b/,
  'a duration': /\b(?:duration|delay)-\d|\b\d+m?s\s+(?:ease|linear)/,
  'a value in brackets': /(?:^|[\s'"`:])-?[a-z][a-z-]*-\[[^\]=]*\d[^\]]*\]/,
  'a style of its own': /style=\{\{(?!\s*(?:'--|\[))/,
}

export function checkTokens(): string {
  return globSync('dashboard/src/**/*.tsx', { cwd: root })
    .flatMap((file) =>
      readFileSync(root + file, 'utf8')
        .split('\n')
        .flatMap((line, at) => problems(line).map((what) => `${file}:${at + 1} has ${what}: name it in tokens.css`)),
    )
    .join('\n')
}

const problems = (line: string): string[] => (/^\s*(\/\/|\/?\*)/.test(line) ? [] : Object.keys(raw).filter((what) => raw[what]?.test(line)))
