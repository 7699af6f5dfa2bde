import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Generated files that import every operation: following them would make every change concern everything. */
const registries = new Set(['src/capabilities/operations.ts', 'src/capabilities/contracts.ts', 'src/capabilities/registry.ts'])

export interface Affected {
  /** Operations that a change concerns, the nearest first: those in a changed file before those that only import one. */
  operations: string[]
  /** Every operation there is, with the files it is made of. */
  homes: ReadonlyMap<string, readonly string[]>
}

/** Which operations are concerned by changes in these files, by who imports whom below src. */
export function affectedOperations(root: string, changed: readonly string[]): Affected {
  const texts = new Map(
    globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).map(
      (file) => [file, readFileSync(join(root, file), 'utf8')] as const,
    ),
  )
  const homes = homesOf(texts)
  const distances = distancesFrom(startsOf(root, changed, texts), importersOf(texts))
  const near = [...homes]
    .map(([name, files]) => ({ name, distance: Math.min(...files.map((file) => distances.get(file) ?? Infinity)) }))
    .filter(({ distance }) => distance < Infinity)
    .toSorted((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
  return { operations: near.map(({ name }) => name), homes }
}

/** Some of these names: the same ones for the same seed. */
export const sampleOf = (names: readonly string[], most: number, seed: string): string[] => {
  const place = (name: string) => createHash('sha256').update(`${seed} ${name}`).digest('hex')
  return names
    .map((name) => [place(name), name] as const)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .slice(0, most)
    .map(([, name]) => name)
}

/** The files that each operation is made of: its handler and, by the registry of contracts, its contract. */
function homesOf(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const homes = new Map<string, string[]>()
  for (const [names, from] of importsOf('src/capabilities/operations.ts', texts))
    for (const name of names) if (from.startsWith('src/capabilities/') && !registries.has(from)) homes.set(name, [from])
  for (const [file, text] of texts) {
    if (!file.endsWith('.contract.ts')) continue
    for (const [, name = ''] of text.matchAll(/^export const (\w+) = contract\(/gm)) homes.get(name)?.push(file)
  }
  return homes
}

function importsOf(file: string, texts: ReadonlyMap<string, string>): [names: string[], from: string][] {
  const found = (texts.get(file) ?? '').matchAll(/import\s+(?:type\s+)?(?:\{([^}]*)\}|[^'{]*?)\s*(?:from\s+)?'(\.[^']+)'/g)
  return [...found].map(([, names = '', from = '']) => [names.match(/\w+/g) ?? [], join(dirname(file), from)])
}

function importersOf(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const [file, text] of texts) {
    if (registries.has(file)) continue
    for (const [, from = ''] of text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)) {
      const target = join(dirname(file), from)
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return importers
}

/** Where a change begins: the changed sources, and those that name a function or a table that a changed SQL file defines. */
function startsOf(root: string, changed: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  const names = changed
    .filter((file) => file.startsWith('database/') && file.endsWith('.sql'))
    .flatMap((file) => [
      ...textOf(join(root, file)).matchAll(
        /(?:function|table|on|into|update)\s+(?:if (?:not )?exists\s+)?((?:app|auth|jobs)\.\w+|\w{4,})/gi,
      ),
    ])
    .map(([, name = '']) => name)
  const word =
    names.length > 0 ? new RegExp(`\\b(?:${[...new Set(names)].map((name) => name.replace('.', '\\.')).join('|')})\\b`) : undefined
  const named = word ? [...texts].filter(([, text]) => word.test(text)).map(([file]) => file) : []
  return [...changed.filter((file) => texts.has(file)), ...named]
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // a deleted file defines nothing
  }
}

function distancesFrom(starts: readonly string[], importers: ReadonlyMap<string, string[]>): Map<string, number> {
  const distances = new Map(starts.map((file) => [file, 0]))
  const waiting = [...distances.keys()]
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
    for (const importer of importers.get(file) ?? []) {
      if (distances.has(importer)) continue
      distances.set(importer, (distances.get(file) ?? 0) + 1)
      waiting.push(importer)
    }
  return distances
}
