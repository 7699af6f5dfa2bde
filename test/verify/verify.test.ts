import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyTree, type Tree } from './tree.ts'

let tree: Tree

beforeAll(() => {
  tree = copyTree()
})
afterAll(() => tree.remove())

/** What a check says about the tree once `file` is in it. */
function verifyWith(check: string, file: string, text: string): { status: number | null; said: string } {
  writeFileSync(tree.path(file), text)
  const { status, stdout } = spawnSync(process.execPath, [tree.path('scripts/verify.ts'), check], { encoding: 'utf8' })
  rmSync(tree.path(file))
  return { status, said: stdout }
}

test.each([
  ['platform-stands-alone', 'src/platform/violation.ts', "import { Refusal } from '../kernel/errors.ts'\nexport const x = Refusal"],
  [
    'kernel-below-capabilities',
    'src/kernel/violation.ts',
    "import { contracts } from '../capabilities/contracts.ts'\nexport const x = contracts",
  ],
  [
    'capability-sees-no-door',
    'src/capabilities/projects/violation.ts',
    "import type { Limits } from '../../doors/rest/limits.ts'\nexport type X = Limits",
  ],
  [
    'door-sees-no-sql',
    'src/doors/rest/violation.ts',
    "import * as q from '../../capabilities/projects/projects.queries.ts'\nexport const x = q",
  ],
  [
    'sql-stays-home',
    'src/capabilities/agents/violation.ts',
    "import type { ProjectRow } from '../projects/projects.queries.ts'\nexport type X = ProjectRow",
  ],
  [
    'contract-imports-contracts',
    'src/capabilities/agents/violation.contract.ts',
    "import { createHash } from 'node:crypto'\nexport const x = createHash",
  ],
  ['pool-in-platform', 'src/doors/rest/violation.ts', "import pg from 'pg'\nexport const x = pg"],
  [
    'client-imports-types',
    'client/src/violation.ts',
    "import { contracts } from '../../src/capabilities/contracts.ts'\nexport const x = contracts",
  ],
])('verify fails on a file that breaks %s', (rule, file, text) => {
  const { status, said } = verifyWith('layers', file, text)
  expect(said).toContain(`${rule}: ${file}`)
  expect(status).toBe(1)
})

test('verify fails on an unused export', () => {
  writeFileSync(tree.path('src/kernel/wanted-by-nobody.ts'), 'export const wantedByNobody = 1\n')
  const { status, said } = verifyWith('unused', 'src/main/violation.ts', "import '../kernel/wanted-by-nobody.ts'\n")
  rmSync(tree.path('src/kernel/wanted-by-nobody.ts'))
  expect(said).toMatch(/Unused exports[^]*wantedByNobody/)
  expect(status).toBe(1)
})

test('verify fails on a file above 400 lines, and takes one of 400', () => {
  expect(verifyWith('sizes', 'src/platform/long.ts', 'export {}\n'.repeat(400)).said).not.toContain('src/platform/long.ts')
  const { status, said } = verifyWith('sizes', 'src/platform/long.ts', 'export {}\n'.repeat(401))
  expect(said).toContain('src/platform/long.ts has 401 lines')
  expect(status).toBe(1)
})

test('verify fails on a kernel file above 150 lines', () => {
  expect(verifyWith('sizes', 'src/kernel/long.ts', 'export {}\n'.repeat(151)).said).toContain(
    'src/kernel/long.ts has 151 lines, at most 150',
  )
})

test.each([
  ['a colour', '<p className="text-fg" color="#ff0000" />'],
  ['a size', "<svg width='12px' />"],
  ['a value in brackets', '<p className="p-[13px]" />'],
  ['a duration', '<p className="duration-300" />'],
  ['a style of its own', "<p style={{ color: 'red' }} />"],
])('verify fails on a component with %s', (what, element) => {
  const { status, said } = verifyWith('tokens', 'dashboard/src/violation.tsx', `export const X = () => ${element}\n`)
  expect(said).toContain(`dashboard/src/violation.tsx:1 has ${what}`)
  expect(status).toBe(1)
})

test('verify names its checks when asked for another', () => {
  const { status, stderr } = spawnSync(process.execPath, [tree.path('scripts/verify.ts'), 'everything'], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('Checks: format, lint, types, layers, unused, sizes, tokens, generated')
})
