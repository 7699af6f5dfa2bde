import { globSync, readFileSync } from 'node:fs'
import { root } from './tools.ts'
import { wordList } from './word-list.ts'

const code = ['dashboard/src/**/*.{ts,tsx}', 'src/**/*.ts', 'cli/src/**/*.ts', 'machine/src/**/*.ts']
const written = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/*.md']
// Texts about the past keep their wording, and so do lists of words to search for.
const kept = ['docs/review-findings.md', 'docs/differences.md', 'src/capabilities/memory/ranking/irregular-forms.ts']

/** User-facing texts are in plain American English, with one name for each thing: anything in the word list is refused. */
export function checkWords(): string {
  const texts = [
    ...globSync(code, { cwd: root })
      .filter((file) => !file.includes('.test.') && !kept.includes(file))
      .map((file) => [file, textsOf(read(file))] as const),
    ...globSync(written, { cwd: root })
      .filter((file) => !kept.includes(file))
      .map((file) => [file, prose(read(file))] as const),
  ]
  return texts.flatMap(([file, text]) => faults(file, text)).join('\n')
}

const read = (file: string): string => readFileSync(root + file, 'utf8')
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

/** Keeps string literals and text between tags in place and blanks the rest. Only text with a space or a leading capital counts as readable. */
function textsOf(source: string): string {
  const bare = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, blank)
  const shown = blank(bare).split('')
  const keep = (at: number, text: string) => {
    if (/[a-z] |^\W*[A-Z]/.test(text))
      for (const [place, letter] of [...text.matchAll(/[^\n]/g)].map((m) => [m.index, m[0]] as const)) shown[at + place] = letter
  }
  for (const { index, 0: text } of bare.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)) keep(index, text)
  for (const { index, 1: text = '' } of bare.matchAll(/[>}]([^<>{}'"`=;]*[A-Za-z]{2}[^<>{}'"`=;]*)(?=[<{])/g)) keep(index + 1, text)
  return shown.join('')
}

const prose = (markdown: string): string => markdown.replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, blank)

const faults = (file: string, text: string): string[] =>
  text.split('\n').flatMap((line, at) =>
    wordList.flatMap(([pattern, better]) => {
      const found = pattern.exec(line)?.[0]
      return found ? [`${file}:${at + 1} says “${found.trim()}”: write “${better}”`] : []
    }),
  )
