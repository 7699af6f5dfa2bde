import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { breakingChanges } from './generate/base.ts'
import { registry } from './generate/registry.ts'

const root = new URL('../', import.meta.url)
const check = process.argv.includes('--check')
const problems: string[] = []

async function update(files: Record<string, () => string | Promise<string>>): Promise<void> {
  for (const [path, render] of Object.entries(files)) {
    const file = new URL(path, root)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : null
    const text = await render()
    if (text === before) continue
    if (check) problems.push(`${path} is out of date: run npm run generate`)
    else {
      writeFileSync(file, text)
      console.log(`wrote ${path}`)
    }
  }
}

await update(registry)
// It loads the registry, so it must run after the registry is written; an outdated one might not load at all.
if (problems.length === 0) await update((await import('./generate/files.ts')).generated)
if (check) problems.push(...breakingChanges(root))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
