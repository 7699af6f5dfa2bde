import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { breakingOpenApi, breakingTools, type McpTool, type OpenApi } from './breaking.ts'

/** Compares the published contracts with those of the last two commits: in CI the last one is the commit being checked. */
export function breakingChanges(root: URL): string[] {
  const now = JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8')) as OpenApi
  const tools = JSON.parse(readFileSync(new URL('mcp-tools.json', root), 'utf8')) as McpTool[]
  const problems = ['HEAD', 'HEAD^'].flatMap((commit) => {
    const before = committed<OpenApi>(root, commit, 'openapi.json')
    if (!before || line(before.info.version) !== line(now.info.version)) return []
    return [...breakingOpenApi(before, now), ...breakingTools(committed<McpTool[]>(root, commit, 'mcp-tools.json') ?? [], tools)]
  })
  return [...new Set(problems)].map((problem) => `${problem}: keep it, or break with it by raising the version in package.json`)
}

/** The part of a version that guarantees compatibility: 1 of 1.2.3, and 0.1 of 0.1.2. */
const line = (version: string): string =>
  version
    .split('.')
    .slice(0, version.startsWith('0.') ? 2 : 1)
    .join('.')

function committed<T>(root: URL, commit: string, path: string): T | null {
  try {
    return JSON.parse(
      execFileSync('git', ['show', `${commit}:${path}`], { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 }),
    ) as T
  } catch {
    return null // no repository, no such commit, or the file is new
  }
}
