import ignore, { type Ignore } from 'ignore'

export const largestFile = 1024 * 1024
export const ruleFiles = /(^|\/)\.git(ignore|attributes)$/

export type SkipReason = 'binary' | 'too_large' | 'vendored' | 'generated' | 'ignored' | 'symlink' | 'over_budget'

/** Folders and files with third-party code, as classified by linguist. */
const vendored =
  /(^|\/)(node_modules|bower_components|vendor|vendors|third[-_]?party|externals?|Pods|Carthage|\.yarn|dist|deps\/vendor|site-packages|jquery-ui)\/|(^|\/)(gradlew(\.bat)?|mvnw(\.cmd)?|jquery([-.]\d[\d.]*)?(\.slim)?\.js)$/
/** Files that were written by a program and that nobody reads. */
const generated =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|Cargo\.lock|go\.sum|composer\.lock|poetry\.lock|Pipfile\.lock|Gemfile\.lock|uv\.lock|flake\.lock)$|\.min\.(js|css|mjs)$|\.(js|css)\.map$|\.(pb\.go|pb\.cc|pb\.h|g\.dart|freezed\.dart|designer\.cs|snap)$|_pb2(_grpc)?\.py$|(^|\/)__snapshots__\//i

interface Rules {
  folder: string
  matches: Ignore
}

/** A repository's own rules: what it ignores, and what its attributes tell linguist. */
export interface OwnRules {
  ignored: readonly Rules[]
  attributes: readonly { folder: string; matches: Ignore; attribute: 'vendored' | 'generated'; value: boolean }[]
}

/** Reads the rule files, each for the folder it is in. */
export function readRules(files: ReadonlyMap<string, string>): OwnRules {
  const ignored: Rules[] = []
  const attributes: OwnRules['attributes'][number][] = []
  for (const [path, content] of [...files].toSorted(([one], [other]) => one.length - other.length)) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    if (path.endsWith('.gitignore')) ignored.push({ folder, matches: ignore().add(content) })
    else attributes.push(...attributesIn(folder, content))
  }
  return { ignored, attributes }
}

function* attributesIn(folder: string, content: string): Generator<OwnRules['attributes'][number]> {
  for (const line of content.split('\n')) {
    const [pattern, ...set] = line.trim().split(/\s+/)
    if (!pattern || pattern.startsWith('#')) continue
    for (const one of set) {
      const [, off, attribute, given] = /^(-?)linguist-(vendored|generated)(?:=(\w+))?$/.exec(one) ?? []
      if (!attribute) continue
      const value = off !== '-' && given !== 'false'
      yield { folder, matches: ignore().add(pattern), attribute: attribute as 'vendored' | 'generated', value }
    }
  }
}

/** Why a file is not stored, judging by its path and size; the repository's own attributes take precedence. */
export function skippedByPath(
  rules: OwnRules,
  { path, size, symlink }: { path: string; size: number; symlink: boolean },
): SkipReason | null {
  if (symlink) return 'symlink'
  // Rule files are needed to know the rules, whatever the rules say about them.
  if (ruleFiles.test(path)) return size > largestFile ? 'too_large' : null
  if (isSet(rules, 'vendored', path) ?? vendored.test(path)) return 'vendored'
  if (isSet(rules, 'generated', path) ?? generated.test(path)) return 'generated'
  if (isIgnored(rules, path)) return 'ignored'
  return size > largestFile ? 'too_large' : null
}

const inside = (folder: string, path: string): string | null =>
  path.startsWith(folder) && path.length > folder.length ? path.slice(folder.length) : null

/** The last matching rule wins; undefined if none matches. */
function isSet({ attributes }: OwnRules, attribute: 'vendored' | 'generated', path: string): boolean | undefined {
  let found: boolean | undefined
  for (const rule of attributes) {
    const name = rule.attribute === attribute ? inside(rule.folder, path) : null
    if (name && rule.matches.ignores(name)) found = rule.value
  }
  return found
}

/** A file that is tracked although it is ignored is not meant to be read. Rules of a deeper folder take precedence. */
function isIgnored({ ignored }: OwnRules, path: string): boolean {
  let found = false
  for (const { folder, matches } of ignored) {
    const name = inside(folder, path)
    if (!name) continue
    const { ignored: yes, unignored: no } = matches.test(name)
    if (yes) found = true
    if (no) found = false
  }
  return found
}
