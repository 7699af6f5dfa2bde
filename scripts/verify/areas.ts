import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './tools.ts'

const folder = 'src/capabilities/'
/** Lowest first: an area may import only those before it. `.dependency-cruiser.cjs` reads the same list. */
const listed = JSON.parse(readFileSync(`${root}${folder}areas.json`, 'utf8')) as { areas: { name: string }[] }
const areas = listed.areas.map(({ name }) => name)
const max = { areas: 23, small: 15, smallShare: 0.15 }
/** A helper shorter than this whose only user is in the same folder belongs in that user's file. */
const worthAFile = 30

interface Source {
  file: string
  lines: number
  imports: string[]
}

/** Checks the shape of `src/capabilities`: only known areas, and no tiny file that serves only one other. */
export function checkAreas(): string {
  const sources = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read)
  const capabilities = sources.filter(({ file }) => file.startsWith(folder))
  return [...unknownAreas(capabilities), ...crumbs(sources), ...tooManySmall(capabilities)].join('\n')
}

function read(file: string): Source {
  const text = readFileSync(root + file, 'utf8')
  const imports = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => normalize(join(dirname(file), path)))
  return { file, lines: text.trimEnd().split('\n').length, imports }
}

function unknownAreas(capabilities: readonly Source[]): string[] {
  const found = new Set(
    capabilities.map(({ file }) => file.slice(folder.length).split('/')).flatMap(([area = '', more]) => (more ? [area] : [])),
  )
  return [
    ...[...found]
      .filter((area) => !areas.includes(area))
      .map((area) => `${folder}${area} is not in areas.json: give it its place in the order`),
    ...(areas.length > max.areas ? [`${areas.length} areas, at most ${max.areas}`] : []),
  ]
}

function crumbs(sources: readonly Source[]): string[] {
  return sources.flatMap(({ file, lines }) => {
    if (!file.startsWith(folder) || lines >= worthAFile || /\.(contract|queries|events)\.ts$/.test(file)) return []
    const users = sources.filter(({ imports, file: user }) => imports.includes(file) && user !== `${folder}operations.ts`)
    const [only] = users
    if (users.length !== 1 || !only || dirname(only.file) !== dirname(file) || /\.(contract|queries)\.ts$/.test(only.file)) return []
    return [`${file} has ${lines} lines and one user: put it into ${only.file}`]
  })
}

function tooManySmall(capabilities: readonly Source[]): string[] {
  const small = capabilities.filter(({ lines }) => lines <= max.small)
  const share = small.length / capabilities.length
  if (share <= max.smallShare) return []
  return [
    `${small.length} of ${capabilities.length} files in ${folder} have ${max.small} lines or fewer, at most ${max.smallShare * 100} %`,
  ]
}
