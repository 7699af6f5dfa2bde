import type { z } from 'zod'
import type { ZipFile } from '../../../platform/zip/zip-file.ts'
import type * as contract from './directory.contract.ts'
import { exfiltration, rules } from './scan-rules.ts'
import { contentHash, sha256 } from './skill-directory.ts'

export type Finding = z.output<typeof contract.Finding>

const maxPerRule = 5
/** More than anybody reads; those of danger come first. */
const maxFindings = 300
const maxExcerpt = 160
const longLine = 2000
/** Text beyond this isn't searched; a line that long is a finding in itself. */
const maxLine = 20_000
/** Budget of characters to match patterns against, counted once per pattern. */
const maxSearched = 1_000_000

const maxRemembered = 200
const remembered = new Map<string, Finding[]>()

/**
 * What a person should see before this text reaches an agent. It finds known tricks; an empty result proves nothing. The findings of a content
 * are kept by its hash, because a published skill is looked at by many, without an account.
 */
export function scanSkill(files: readonly ZipFile[]): Finding[] {
  const hash = contentHash(files)
  const findings = remembered.get(hash) ?? scan(files)
  remembered.delete(hash)
  remembered.set(hash, findings)
  for (const oldest of remembered.keys()) {
    if (remembered.size <= maxRemembered) break
    remembered.delete(oldest)
  }
  return findings
}

function scan(files: readonly ZipFile[]): Finding[] {
  const budget = { left: maxSearched }
  const kept = new Map<string, number>()
  return files
    .flatMap((file) => scanFile(file, budget))
    .filter(({ rule, severity, file }) => {
      const count = (kept.get(`${rule} ${severity} ${file}`) ?? 0) + 1
      kept.set(`${rule} ${severity} ${file}`, count)
      return count <= maxPerRule
    })
    .toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
    .slice(0, maxFindings)
}

/** Sending this token says that a person saw exactly these findings for exactly this content. */
export const findingsToken = (hash: string, findings: readonly Finding[]): string => sha256(JSON.stringify([hash, findings])).slice(0, 32)

export const countFindings = (findings: readonly Finding[]) => ({
  danger: findings.filter(({ severity }) => severity === 'danger').length,
  warning: findings.filter(({ severity }) => severity === 'warning').length,
})

type Found = Omit<Finding, 'file'>

/** Characters that patterns may still be matched against. */
interface Budget {
  left: number
}

function scanFile({ path, bytes }: ZipFile, budget: Budget): Finding[] {
  const here = (found: Found[]): Finding[] => found.map((one) => ({ ...one, file: path }))
  const program = programs.find(([start]) => bytes.subarray(0, start.length / 2).toString('hex') === start)
  if (program)
    return here([{ rule: 'program', severity: 'danger', about: `Holds ${program[1]} that cannot be read`, line: 1, excerpt: '' }])
  const text = textOf(bytes)
  if (text === null) {
    if (/\.(?:png|jpe?g|gif|webp|avif|ico|pdf|woff2?|ttf|otf|mp3|mp4|wav|docx|xlsx|pptx)$/i.test(path)) return []
    return here([{ rule: 'program', severity: 'warning', about: 'Holds a file that is not text', line: 1, excerpt: '' }])
  }
  const lines = text.split('\n')
  return here([...hidden(lines, path), ...byRules(lines, budget), ...together(lines, budget)])
}

/** Magic bytes at the beginning of a file, in hex, and what they stand for. */
const programs: readonly (readonly [string, string])[] = [
  ['7f454c46', 'a program'],
  ['4d5a', 'a program'],
  ['cafebabe', 'a program'],
  ['feedface', 'a program'],
  ['feedfacf', 'a program'],
  ['cffaedfe', 'a program'],
  ['0061736d', 'a program'],
  ['504b0304', 'an archive'],
  ['1f8b', 'an archive'],
  ['377abcaf271c', 'an archive'],
  ['526172211a07', 'an archive'],
  ['fd377a585a00', 'an archive'],
]

function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

// Zero-width, bidirectional, tag and other characters that people don't see but every model reads.
const invisible =
  /[\u034F\uFE00-\uFE0D\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/u
/** Joiners are legitimate in emoji and in some scripts. */
const joined =
  /(?<=\p{Extended_Pictographic}\uFE0F?[\u{1F3FB}-\u{1F3FF}]?)\u200D(?=\p{Extended_Pictographic})|(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200C\u200D](?=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}])/gu
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/
const word = /\p{L}{3,}/gu

/** Whether letters of scripts that look alike stand in one word. */
const isMixed = (text: string): boolean =>
  (text.match(word) ?? []).some((letters) => /\p{Script=Latin}/u.test(letters) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letters))

const isEncoded = (line: string): boolean =>
  line.length >= 400 && (line.match(/[A-Za-z0-9+/=]+/g) ?? []).some(({ length }) => length >= 400)

const isAscii = (text: string): boolean => !/[^\0-\x7F]/.test(text)

function hidden(lines: readonly string[], path: string): Found[] {
  const found: Found[] = []
  const say = (severity: Found['severity'], about: string, line: number, text: string) => {
    // What is left out later isn't put together first: a file can have a hundred thousand of them.
    if (found.filter((one) => one.severity === severity).length >= maxPerRule) return
    found.push({ rule: 'hidden-characters', severity, about, line: line + 1, excerpt: excerptOf(text) })
  }
  for (const [at, line] of lines.entries()) {
    const text = isAscii(line) ? line : line.replace(joined, '')
    if (control.test(text.replace(/\r$/, '')) || (!isAscii(text) && invisible.test(text)))
      say('danger', 'Holds characters that nobody sees and a model reads', at, line)
    if (!isAscii(text) && isMixed(text)) say('warning', 'Mixes letters of several scripts in one word', at, line)
    if (line.length > longLine) say('warning', 'Has a line too long to be read', at, line)
    if (isEncoded(line)) say('warning', 'Holds a long block of encoded data', at, line)
  }
  if (/\.(?:md|markdown|mdx|html?)$/i.test(path)) {
    for (const at of linesOf(lines.join('\n'), unseen, maxPerRule))
      say('warning', 'Holds text that a rendered page does not show', at, lines[at] ?? '')
  }
  return found
}

/** A comment, a definition that nothing refers to, or a style that hides. */
const unseen =
  /<!--|\]:\s{0,20}#|^\[\/\/\]:|style\s{0,20}=\s{0,20}["'][^"']{0,100}(?:display\s{0,5}:\s{0,5}none|font-size\s{0,5}:\s{0,5}0|color\s{0,5}:\s{0,5}(?:white|#fff))/gim

/** The lines on which the first matches begin, counted on from one match to the next. */
function linesOf(text: string, pattern: RegExp, most: number): number[] {
  const found: number[] = []
  let line = 0
  let lineEnd = text.indexOf('\n')
  for (const { index } of text.matchAll(pattern)) {
    while (lineEnd !== -1 && lineEnd < index) {
      line++
      lineEnd = text.indexOf('\n', lineEnd + 1)
    }
    found.push(line)
    if (found.length >= most) break
  }
  return found
}

/** The text as a shell reads it: quotes inside a word, escaped letters and variables that expand to blanks can hide a word. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(new RegExp(invisible.source, 'gu'), '')
    .replace(/\$\{?IFS\}?(?:\$\d)?/g, ' ')
    .replace(/(?<=\w)(?:""|''|\\(?=\w)|["'](?=\w+["']?\w))/g, '')
    .replace(/\s{2,}|[^\S ]/g, ' ')

function byRules(lines: readonly string[], budget: Budget): Found[] {
  const found: Found[] = []
  const whole = plain(lines.join('\n')).toLowerCase()
  const possible = rules.filter(({ words }) => words.some((word) => whole.includes(word)))
  if (possible.length === 0) return []
  for (const [at, line] of joinedLines(lines)) {
    const cut = line.slice(0, maxLine)
    const normal = plain(cut)
    const lower = `${cut} ${normal}`.toLowerCase()
    const likely = possible.filter(({ words }) => words.some((word) => lower.includes(word)))
    budget.left -= likely.length * cut.length
    if (budget.left < 0) return [...found, tooMuch(at)]
    for (const { name, severity, about, patterns } of likely) {
      if (patterns.some((pattern) => pattern.test(cut) || (normal !== cut && pattern.test(normal))))
        found.push({ rule: name, severity, about, line: at + 1, excerpt: excerptOf(line) })
    }
  }
  return found
}

/** Nobody writes this much text that needs a close look, except to wear out the reviewer. */
const tooMuch = (at: number): Found => ({
  rule: 'too-long',
  severity: 'warning',
  about: 'Is longer than the scan reads: look at it yourself from here on',
  line: at + 1,
  excerpt: '',
})

/** A line that ends in a backslash, a pipe or && continues on the next one. */
function joinedLines(lines: readonly string[]): [number, string][] {
  const joins: [number, string][] = []
  let open: [number, string] | null = null
  for (const [at, raw] of lines.entries()) {
    const line = raw.replace(/\r$/, '')
    const goesOn = /(?:\\|\||&&)\s*$/.test(line)
    const text: string = (open ? `${open[1]} ` : '') + line.replace(/\\\s*$/, '')
    open = [open?.[0] ?? at, text]
    if (goesOn && text.length < maxLine) continue
    joins.push(open)
    open = null
  }
  if (open) joins.push(open)
  return joins
}

/** Harmless by themselves, suspicious together: reading where secrets are kept, and sending something out. */
function together(lines: readonly string[], budget: Budget): Found[] {
  const first = (pattern: RegExp) =>
    lines.findIndex((line) => {
      const text = plain(line.slice(0, maxLine))
      budget.left -= text.length
      return budget.left > 0 && pattern.test(text)
    })
  const reads = first(exfiltration.reads)
  const sends = reads < 0 ? -1 : first(exfiltration.sends)
  if (reads < 0 || sends < 0) return []
  const about = `Reads secrets (line ${reads + 1}) and sends something away`
  return [{ rule: 'exfiltration', severity: 'danger', about, line: sends + 1, excerpt: excerptOf(lines[sends] ?? '') }]
}

function excerptOf(line: string): string {
  const at = Math.max(0, line.search(invisible) - 40)
  const shown = line.slice(at, at + maxExcerpt).toWellFormed()
  return shown
    .replace(
      new RegExp(`${invisible.source}|${control.source}`, 'gu'),
      (letter) => `<U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`,
    )
    .trim()
}
