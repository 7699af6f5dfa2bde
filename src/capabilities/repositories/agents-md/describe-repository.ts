import type { TxContext } from '../../../kernel/context.ts'
import { notFound } from '../../../kernel/errors.ts'
import { namesHere } from '../../names-here.ts'
import { graphStored, mapFiles, ranksNear, type MappedFile } from '../index/repository-map.ts'
import { contentsOf, languagesOf, layoutOf, pathsAmong, repositoriesHere, type RepositoryHere } from './agents-md.queries.ts'
import { isManifest, readManifests, type Manifests, type SourceFile } from './read-manifests.ts'

/** What the synced files of a repository tell about working in it. */
export interface Described extends Manifests {
  name: string
  default_branch: string
  head_sha: string | null
  languages: { language: string; files: number }[]
  layout: { folder: string; files: number; language: string | null }[]
  /** Files that describe how things are done here, with what each is about. */
  conventions: { path: string; about: string }[]
  /** The files that most others lead to, with what they define; empty until the repository is indexed. */
  map: MappedFile[]
  /** Current content of the file to be written. */
  current: string | null
}

/** The named repository, or else the project's only or newest one. */
export async function repositoryHere(ctx: TxContext, project: string, name: string | undefined): Promise<RepositoryHere | null> {
  const rows = await ctx.tx.rows(repositoriesHere, { org: ctx.org, project })
  if (name === undefined) return rows[0] ?? null
  const named = rows.find((row) => row.name.toLowerCase() === name.toLowerCase())
  if (named) return named
  const names = rows.map((row) => row.name)
  throw notFound('repository', name, namesHere('Connected to this project', names, 'Connect it first: {connectRepo}.'))
}

const known: Record<string, string> = {
  'contributing.md': 'how to contribute',
  'architecture.md': 'how it is built',
  'docs/architecture.md': 'how it is built',
  'readme.md': 'what it is',
  'security.md': 'how to report vulnerabilities',
  codeowners: 'who owns which path',
  '.github/codeowners': 'who owns which path',
  '.github/pull_request_template.md': 'what a pull request says',
  '.editorconfig': 'indentation and line endings',
  '.nvmrc': 'version of Node.js',
  '.node-version': 'version of Node.js',
  '.python-version': 'version of Python',
  '.tool-versions': 'versions of tools',
  '.prettierrc': 'formatting',
  '.prettierrc.json': 'formatting',
  '.oxfmtrc.json': 'formatting',
  '.oxlintrc.json': 'lint rules',
  'biome.json': 'lint rules and formatting',
  'eslint.config.js': 'lint rules',
  'eslint.config.mjs': 'lint rules',
  'eslint.config.ts': 'lint rules',
  '.eslintrc.json': 'lint rules',
  'ruff.toml': 'lint rules',
  'rustfmt.toml': 'formatting',
  'clippy.toml': 'lint rules',
  '.golangci.yml': 'lint rules',
  'tsconfig.json': 'compiler options',
  '.pre-commit-config.yaml': 'checks before a commit',
  'commitlint.config.js': 'form of commit messages',
  'compose.yaml': 'services to run locally',
  'docker-compose.yml': 'services to run locally',
  '.env.example': 'settings',
}
const longestManifest = 100_000
const mapTokens = 500
const mapNames = 8

export async function describeRepository(ctx: TxContext, repository: RepositoryHere, file: string): Promise<Described> {
  const place = { org: ctx.org, repository: repository.id }
  const [paths, languages, layout] = await Promise.all([
    ctx.tx.rows(pathsAmong, { ...place, names: Object.keys(known) }),
    ctx.tx.rows(languagesOf, { ...place, file }),
    ctx.tx.rows(layoutOf, { ...place, file }),
  ])
  const manifests = paths.filter(({ path, shallow }) => shallow && isManifest(path)).map(({ path }) => path)
  const texts = await ctx.tx.rows(contentsOf, { ...place, paths: [...manifests.slice(0, 40), file], whole: file, max: longestManifest })
  const graph = await graphStored(ctx, repository.id)
  const ranks = graph ? ranksNear(graph, []) : new Map<string, number>()
  ranks.delete(file)
  const map = await mapFiles(ctx, repository.id, ranks, mapTokens, mapNames)
  const workflows = paths.filter(({ path }) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path))
  const sources = texts.filter((one): one is SourceFile => one.content !== null && one.path !== file)
  return {
    ...readManifests(sources),
    name: repository.name,
    default_branch: repository.default_branch,
    head_sha: repository.head_sha,
    languages,
    layout,
    conventions: [
      ...paths.flatMap(({ path }) => (known[path.toLowerCase()] ? [{ path, about: known[path.toLowerCase()] ?? '' }] : [])),
      ...workflows.slice(0, 10).map(({ path }) => ({ path, about: 'what CI runs' })),
    ],
    map,
    current: texts.find((one) => one.path === file)?.content ?? null,
  }
}
