import { existsSync, globSync } from 'node:fs'
import { root, run } from './tools.ts'

interface Result {
  modules: { source: string }[]
  summary: { violations: { rule: { name: string }; from: string; to: string; cycle?: { name: string }[]; comment?: string }[] }
}

const folders = ['src', 'client', 'cli/src', 'machine', 'dashboard/src', 'test', 'scripts', 'bench'].filter((folder) =>
  existsSync(root + folder),
)

/** Checks the rules of .dependency-cruiser.cjs, and that it has read every file: without its parser it would silently skip them. */
export function checkLayers(): string {
  const { stdout, stderr } = run(`${root}node_modules/.bin/depcruise`, [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    ...folders,
  ])
  if (!stdout.startsWith('{')) return `dependency-cruiser gave no answer: ${stderr}`
  const { modules, summary } = JSON.parse(stdout) as Result
  const seen = new Set(modules.map((module) => module.source))
  const missed = globSync('{src,client,cli/src,machine,dashboard/src}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules'] }).filter(
    (file) => !seen.has(file),
  )
  return [
    ...summary.violations.map(
      ({ rule, from, to, cycle }) => `${rule.name}: ${from} → ${cycle ? cycle.map((step) => step.name).join(' → ') : to}`,
    ),
    ...missed.map((file) => `dependency-cruiser did not read ${file}`),
  ].join('\n')
}
