import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { outputs } from '../../scripts/generate/outputs.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const settings = ['package.json', 'tsconfig.json', 'knip.json', '.oxlintrc.json', '.oxfmtrc.json', '.dependency-cruiser.cjs']
const copied = [
  'src',
  'client',
  'cli/src',
  'cli/package.json',
  'cli/vite.config.ts',
  'dashboard/src',
  'dashboard/package.json',
  'test',
  'scripts',
  'database',
  'docs/sync.md',
  'docs/webhooks.md',
  'docs/scale.md',
  ...settings,
  ...outputs.filter((file) => !file.includes('/')),
]

export interface Tree {
  path(file: string): string
  remove(): void
}

/** A copy of the repository that tests can break. */
export function copyTree(): Tree {
  const folder = mkdtempSync(join(tmpdir(), 'baton-tree-'))
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { path: (file) => join(folder, file), remove: () => rmSync(folder, { recursive: true }) }
}
