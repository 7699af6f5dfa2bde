import { checkAreas } from './verify/areas.ts'
import { checkLayers } from './verify/layers.ts'
import { checkLazy } from './verify/lazy.ts'
import { checkPatterns } from './verify/patterns.ts'
import { checkSizes } from './verify/sizes.ts'
import { checkSteady } from './verify/steady.ts'
import { checkTokens } from './verify/tokens.ts'
import { runNode, runTool, runTools } from './verify/tools.ts'
import { checkWords } from './verify/words.ts'

/** Each check returns its problems; an empty string is a pass. `npm run verify -- layers sizes` runs only those two. */
const checks: Record<string, () => string | Promise<string>> = {
  format: () => runTool('oxfmt', '--check', '.'),
  lint: () => runTool('oxlint'),
  types: () => runTools(['.', 'dashboard'].map((project) => ['tsc', '--noEmit', '--checkers', '1', '-p', project])),
  layers: checkLayers,
  areas: checkAreas,
  unused: () => runTool('knip', '--no-progress'),
  patterns: checkPatterns,
  sizes: checkSizes,
  tokens: checkTokens,
  lazy: checkLazy,
  words: checkWords,
  steady: checkSteady,
  generated: () => runNode('scripts/generate.ts', '--check'),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in checks))
if (unknown.length > 0) {
  console.error(`No check ${unknown.join(', ')}. Checks: ${Object.keys(checks).join(', ')}`)
  process.exit(1)
}

const failed: string[] = []
for (const [name, check] of Object.entries(checks)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const started = performance.now()
  const problems = await check()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${problems ? 'FAILED' : 'ok    '} ${name.padEnd(10)} ${seconds} s`)
  if (!problems) continue
  failed.push(name)
  console.log(problems.replace(/^/gm, '    '))
}
console.log(failed.length > 0 ? `verify failed: ${failed.join(', ')}` : 'verify passed')
process.exitCode = failed.length > 0 ? 1 : 0
