import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { root } from '../verify/tools.ts'

export interface Inputs {
  digest: string
  files: number
}

/** What identifies the content of these files, given relative to `base`. */
export function digestOf(files: Iterable<string>, base: string = root): Inputs {
  const sorted = [...new Set(files)].toSorted()
  const digest = createHash('sha256')
  for (const file of sorted) {
    const content = readFileSync(join(base, file))
    digest.update(`${file}\0${content.length}\0`).update(content)
  }
  return { digest: digest.digest('hex'), files: sorted.length }
}

/** The files that match, without what was installed or built. A pattern that matches nothing is a mistake. */
export function filesOf(patterns: readonly string[], base: string = root): string[] {
  return patterns.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: base, exclude: ['**/node_modules', '**/dist'] })
    const files = found.filter((file) => statSync(join(base, file)).isFile())
    if (files.length === 0) throw new Error(`no file matches the input ${pattern}`)
    return files
  })
}

// Imports, re-exports and dynamic imports, and files named by URL: programs that are started and texts that are read.
const mentions = [/(?:from|import\() ?'(\.[^']+)'/g, /^import '(\.[^']+)'/gm, /new URL\('([^']+)', import\.meta\.url\)/g]

/** A module and the modules and files it leads to, each read once. `isFollowed` says into which of them to look. */
export function moduleGraph(entry: string, isFollowed: (file: string) => boolean, base: string = root): string[] {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file) || !isFollowed(file)) return
    seen.add(file)
    if (!/\.[mc]?tsx?$/.test(file)) return
    const text = readFileSync(join(base, file), 'utf8')
    for (const [, path = ''] of mentions.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const target = normalize(join(dirname(file), path))
      const isOutside = relative('', target).startsWith('..')
      if (!isOutside && existsSync(join(base, target)) && statSync(join(base, target)).isFile()) visit(target)
    }
  }
  visit(normalize(entry))
  return [...seen].toSorted()
}
