/** A file of the repository with its text. */
export interface SourceFile {
  path: string
  content: string
}

export interface Command {
  command: string
  /** What it runs, if the manifest says so. */
  does: string
  /** The file it was found in. */
  from: string
}

export interface Manifests {
  /** What it is built with: `Node.js >=24`, `React 19`. */
  stack: string[]
  commands: Command[]
}

type Reader = (file: SourceFile) => Manifests
type Section = Record<string, string>

const none: Manifests = { stack: [], commands: [] }
const maxCommands = 40

/** Readers of known manifests, by file name; manifests deeper than one folder below the root are ignored as belonging to parts. */
const readers: Record<string, Reader> = {
  'package.json': readPackage,
  'deno.json': readDeno,
  makefile: readMakefile,
  gnumakefile: readMakefile,
  justfile: readJustfile,
  'pyproject.toml': readPyproject,
  'requirements.txt': () => ({ ...none, stack: ['Python'] }),
  'cargo.toml': readCargo,
  'go.mod': readGoMod,
  gemfile: (file) => ({ stack: ['Ruby'], commands: commandsOf(file.path, [['bundle install', '']]) }),
  'composer.json': readComposer,
  'pom.xml': (file) => ({ stack: ['Java', 'Maven'], commands: commandsOf(file.path, [['mvn verify', 'builds and tests']]) }),
  'build.gradle': readGradle,
  'build.gradle.kts': readGradle,
  'mix.exs': (file) => ({ stack: ['Elixir'], commands: commandsOf(file.path, [['mix test', '']]) }),
  dockerfile: () => ({ ...none, stack: ['Docker'] }),
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()
export const isManifest = (path: string): boolean => nameOf(path) in readers && path.split('/').length <= 2

/** What the manifests say, those at the root first. A manifest that can't be parsed is skipped. */
export function readManifests(files: readonly SourceFile[]): Manifests {
  const ordered = files.toSorted((a, b) => a.path.split('/').length - b.path.split('/').length || a.path.localeCompare(b.path))
  const all = ordered.map((file) => {
    try {
      return readers[nameOf(file.path)]?.(file) ?? none
    } catch {
      return none
    }
  })
  const commands = new Map(all.flatMap((one) => one.commands.map((command) => [`${command.from} ${command.command}`, command])))
  return { stack: [...new Set(all.flatMap((one) => one.stack))], commands: [...commands.values()].slice(0, maxCommands) }
}

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))

function commandsOf(from: string, pairs: readonly (readonly [string, string])[]): Command[] {
  const folder = folderOf(from)
  return pairs.map(([command, does]) => ({ command: folder ? `cd ${folder} && ${command}` : command, does, from }))
}

const frameworks: Record<string, string> = {
  react: 'React',
  vue: 'Vue',
  svelte: 'Svelte',
  next: 'Next.js',
  '@angular/core': 'Angular',
  express: 'Express',
  fastify: 'Fastify',
  '@nestjs/core': 'NestJS',
  vite: 'Vite',
  typescript: 'TypeScript',
  vitest: 'Vitest',
  jest: 'Jest',
  '@playwright/test': 'Playwright',
  pg: 'PostgreSQL',
  prisma: 'Prisma',
}

function readPackage({ path, content }: SourceFile): Manifests {
  const manifest = asRecord(JSON.parse(content))
  const engines = asTexts(manifest['engines'])
  const used = { ...asTexts(manifest['dependencies']), ...asTexts(manifest['devDependencies']) }
  const manager = /^(npm|pnpm|yarn|bun)@/.exec(String(manifest['packageManager'] ?? ''))?.[1] ?? 'npm'
  const named = Object.entries(used).flatMap(([name, version]) =>
    frameworks[name] ? [`${frameworks[name]} ${major(version)}`.trim()] : [],
  )
  const scripts = Object.entries(asTexts(manifest['scripts'])).filter(([name]) => !/^(pre|post)./.test(name))
  const run = (name: string) => (name === 'test' || name === 'start' ? `${manager} ${name}` : `${manager} run ${name}`)
  return {
    stack: [engines['node'] ? `Node.js ${engines['node']}` : 'Node.js', ...named],
    commands: commandsOf(
      path,
      scripts.map(([name, does]) => [run(name), does]),
    ),
  }
}

const major = (version: string): string => /\d+/.exec(version)?.[0] ?? ''

function readDeno({ path, content }: SourceFile): Manifests {
  const tasks = Object.entries(asTexts(asRecord(JSON.parse(content))['tasks']))
  return {
    stack: ['Deno'],
    commands: commandsOf(
      path,
      tasks.map(([name, does]) => [`deno task ${name}`, does]),
    ),
  }
}

/** Targets that a person would call: none with a pattern, a path or a leading dot. `## words` after a target describe it. */
function readMakefile({ path, content }: SourceFile): Manifests {
  const found = [...content.matchAll(/^([A-Za-z][\w-]*)\s*:(?![=:])[^#\n]*(?:##(.*))?$/gm)]
  const pairs = found.map(([, target = '', words = '']) => [`make ${target}`, words.trim()] as const)
  return { stack: [], commands: commandsOf(path, pairs) }
}

function readJustfile({ path, content }: SourceFile): Manifests {
  const found = [...content.matchAll(/^([a-z][\w-]*)(?:\s[^:=\n]*)?:(?!=)/gim)]
  return {
    stack: [],
    commands: commandsOf(
      path,
      found.map(([, name = '']) => [`just ${name}`, ''] as const),
    ),
  }
}

function readPyproject({ path, content }: SourceFile): Manifests {
  const section = (name: string) => sectionOf(content, name)
  const wanted = section('project')['requires-python']
  const tools = ['poetry', 'hatch', 'pdm', 'uv', 'ruff', 'black', 'mypy', 'pytest'].filter((tool) =>
    new RegExp(`^\\[tool\\.${tool}[.\\]]`, 'm').test(content),
  )
  const scripts = Object.entries({ ...section('project.scripts'), ...section('tool.poetry.scripts') })
  const checks = { pytest: 'pytest', ruff: 'ruff check .', mypy: 'mypy .', black: 'black --check .' } as Section
  return {
    stack: [wanted ? `Python ${wanted}` : 'Python', ...tools],
    commands: commandsOf(path, [
      ...scripts.map(([name, does]) => [name, does] as const),
      ...tools.flatMap((tool) => (checks[tool] ? [[checks[tool], ''] as const] : [])),
    ]),
  }
}

function readCargo({ path, content }: SourceFile): Manifests {
  const edition = sectionOf(content, 'package')['edition']
  const pairs = [
    ['cargo build', ''],
    ['cargo test', ''],
    ['cargo clippy', ''],
  ] as const
  return { stack: [edition ? `Rust ${edition}` : 'Rust'], commands: commandsOf(path, pairs) }
}

function readGoMod({ path, content }: SourceFile): Manifests {
  const version = /^go\s+([\d.]+)/m.exec(content)?.[1] ?? ''
  return {
    stack: [`Go ${version}`.trim()],
    commands: commandsOf(path, [
      ['go build ./...', ''],
      ['go test ./...', ''],
      ['go vet ./...', ''],
    ]),
  }
}

function readComposer({ path, content }: SourceFile): Manifests {
  const scripts = Object.keys(asRecord(asRecord(JSON.parse(content))['scripts']))
  return {
    stack: ['PHP'],
    commands: commandsOf(
      path,
      scripts.map((name) => [`composer ${name}`, ''] as const),
    ),
  }
}

function readGradle({ path }: SourceFile): Manifests {
  return {
    stack: ['Gradle'],
    commands: commandsOf(path, [
      ['./gradlew build', 'builds and tests'],
      ['./gradlew test', ''],
    ]),
  }
}

/** The plain `key = "value"` lines of one section of a TOML file; nothing else is needed here. */
function sectionOf(toml: string, name: string): Section {
  const lines = toml.split('\n')
  const start = lines.findIndex((line) => line.trim() === `[${name}]`)
  const values: Section = {}
  for (const line of start === -1 ? [] : lines.slice(start + 1)) {
    if (line.trim().startsWith('[')) break
    const match = /^\s*"?([\w.-]+)"?\s*=\s*"([^"]*)"/.exec(line)
    if (match?.[1] !== undefined) values[match[1]] = match[2] ?? ''
  }
  return values
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
const asTexts = (value: unknown): Section =>
  Object.fromEntries(Object.entries(asRecord(value)).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
