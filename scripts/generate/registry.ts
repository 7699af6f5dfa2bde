import { globSync, readFileSync } from 'node:fs'
import { formatted } from './formatted.ts'
import type { Registry } from './outputs.ts'

const root = new URL('../../', import.meta.url)
const folder = 'src/capabilities/'

/** What files of one kind export: each name with the path of its file. */
function exported(files: string, pattern: RegExp): Map<string, string> {
  const found = new Map<string, string>()
  for (const file of globSync(files, { cwd: root }).toSorted()) {
    const text = readFileSync(new URL(file, root), 'utf8')
    for (const [, name = ''] of text.matchAll(pattern)) {
      const other = found.get(name)
      if (other) throw new Error(`${name} stands in ${other} and in ${file}`)
      found.set(name, `./${file.slice(folder.length)}`)
    }
  }
  return found
}

const contractsByName = () => exported(`${folder}**/*.contract.ts`, /^export const (\w+) = contract\(/gm)
const handlersByName = () => exported(`${folder}**/*.ts`, /^export const (\w+) = implement\(/gm)

function imports(names: ReadonlyMap<string, string>): string {
  const byFile = Map.groupBy(names.keys(), (name) => names.get(name) ?? '')
  return [...byFile].map(([file, some]) => `import { ${some.join(', ')} } from '${file}'`).join('\n')
}

// Sorted by name, so that moving a file doesn't reorder what is generated from the registry.
const list = (names: ReadonlyMap<string, string>) =>
  `{\n${[...names.keys()]
    .toSorted()
    .map((name) => `  ${name},`)
    .join('\n')}\n}`
const header = '// Generated from what the files export: npm run generate.\n'

function renderContracts(): string {
  const contracts = contractsByName()
  return `${header}${imports(contracts)}\n\n/** Every contract by name. */\nexport const contracts = ${list(contracts)}\n`
}

/** Pairs every contract with its handler. A missing counterpart is reported here, before anything fails to load. */
function renderOperations(): string {
  const contracts = contractsByName()
  const handlers = handlersByName()
  const missing = [...contracts].filter(([name]) => !handlers.has(name)).map(([name, file]) => `${name} in ${file} has no handler`)
  const foreign = [...handlers].filter(([name]) => !contracts.has(name)).map(([name, file]) => `${name} in ${file} has no contract`)
  if (missing.length + foreign.length > 0) throw new Error([...missing, ...foreign].join('\n'))
  return `${header}import { contracts } from './contracts.ts'
import './linkables.ts'
import { pair, type InputIn, type OutputIn } from './registry.ts'
${imports(handlers)}

/** Every operation by name. */
export const operations = pair(contracts, ${list(handlers)})
export type Operations = typeof operations

export type OperationName = keyof typeof contracts
export type InputOf<Name extends OperationName> = InputIn<typeof contracts, Name>
export type OutputOf<Name extends OperationName> = OutputIn<typeof contracts, Name>

type Inputs = { [Name in OperationName]: InputOf<Name> }

declare module '../kernel/jobs.ts' {
  interface OperationInputs extends Inputs {}
}
`
}

/** Which area each operation belongs to: the folder of its contract. */
function renderAreas(): string {
  const lines = [...contractsByName()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, file]) => `  ${name}: '${file.split('/')[1]}',`)
  return `${header}
export const operationAreas: Readonly<Record<string, string>> = {\n${lines.join('\n')}\n}\n`
}

/** The routes of the seed contract. */
function renderSeedRoutes(): string {
  const [, ...rows] = readFileSync(new URL('test/contract/endpoints.tsv', root), 'utf8').trimEnd().split('\n')
  const lines = rows.map((row) => `  '${row.split('\t').slice(0, 2).join(' ')}',`)
  return `// Generated from test/contract/endpoints.tsv: npm run generate.
export const seedRoutes: readonly string[] = [\n${lines.join('\n')}\n]\n`
}

/** Built from the text of the source files alone, so that a registry that no longer loads can be regenerated. */
export const registry: Record<Registry, () => string> = {
  'src/capabilities/contracts.ts': () => formatted('src/capabilities/contracts.ts', renderContracts()),
  'src/capabilities/operations.ts': () => formatted('src/capabilities/operations.ts', renderOperations()),
  'src/capabilities/operation-areas.ts': () => formatted('src/capabilities/operation-areas.ts', renderAreas()),
  'src/doors/rest/seed-routes.ts': () => formatted('src/doors/rest/seed-routes.ts', renderSeedRoutes()),
}
