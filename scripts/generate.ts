import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { breakingChanges } from './generate/base.ts'
import { generated } from './generate/files.ts'

const root = new URL('../', import.meta.url)
const check = process.argv.includes('--check')
const problems: string[] = []

for (const [path, render] of Object.entries(generated)) {
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
if (check) problems.push(...breakingChanges(root))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
