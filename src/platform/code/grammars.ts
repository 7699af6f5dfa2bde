import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Parser } from 'web-tree-sitter'

/** The grammar for each file extension. Files without one are split by lines. */
const grammars: Readonly<Record<string, string>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  py: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  rb: 'ruby',
  php: 'php',
  cs: 'c-sharp',
  c: 'cpp',
  h: 'cpp',
  cc: 'cpp',
  cpp: 'cpp',
  hpp: 'cpp',
  sh: 'bash',
  css: 'css',
}

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm')
const loaded = new Map<string, Promise<Parser>>()
const open = async () => {
  const library = await import('web-tree-sitter')
  await library.Parser.init()
  return library
}
let ready: ReturnType<typeof open> | undefined

/** The parser for a file of this name; null if no grammar covers it. Each grammar is loaded once. */
export async function parserFor(path: string): Promise<Parser | null> {
  const grammar = grammars[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '']
  if (!grammar) return null
  const parser = loaded.get(grammar) ?? load(grammar)
  loaded.set(grammar, parser)
  return parser
}

async function load(grammar: string): Promise<Parser> {
  const { Language, Parser } = await (ready ??= open())
  return new Parser().setLanguage(await Language.load(join(folder, `tree-sitter-${grammar}.wasm`)))
}
