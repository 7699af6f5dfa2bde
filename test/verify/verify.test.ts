import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyTree, type Tree } from './tree.ts'

let tree: Tree

beforeAll(() => {
  tree = copyTree()
})
afterAll(() => tree.remove())

/** Runs a check on the tree with `file` added. */
function verifyWith(check: string, file: string, text: string): { status: number | null; said: string } {
  writeFileSync(tree.path(file), text)
  const { status, stdout } = spawnSync(process.execPath, [tree.path('scripts/verify.ts'), check], { encoding: 'utf8' })
  rmSync(tree.path(file))
  return { status, said: stdout }
}

/** For each rule, a file that violates it; all are in the tree at once, so that it is analyzed once. */
const violations: [rule: string, file: string, text: string][] = [
  ['platform-stands-alone', 'src/platform/violation.ts', "import { Refusal } from '../kernel/errors.ts'\nexport const x = Refusal"],
  [
    'kernel-below-capabilities',
    'src/kernel/violation.ts',
    "import { contracts } from '../capabilities/contracts.ts'\nexport const x = contracts",
  ],
  [
    'capability-sees-no-door',
    'src/capabilities/projects/violation.ts',
    "import type { Limits } from '../../doors/shared/limits.ts'\nexport type X = Limits",
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
  [
    'area-order',
    'src/capabilities/projects/second-violation.ts',
    "import type { LeaseRequest } from '../work/leases/change-lease.ts'\nexport type X = LeaseRequest",
  ],
  [
    'nobody-imports-screens',
    'src/worker/violation.ts',
    "import { claimTask } from '../capabilities/screens/claim-task.ts'\nexport const x = claimTask",
  ],
  [
    'shared-below-areas',
    'src/capabilities/violation.ts',
    "import { requireProject } from './projects/require-project.ts'\nexport const x = requireProject",
  ],
  ['areas-below-registry', 'src/capabilities/work/violation.ts', "import { contracts } from '../contracts.ts'\nexport const x = contracts"],
  ['doors-apart', 'src/doors/websocket/violation.ts', "import { about } from '../mcp/about.ts'\nexport const x = about"],
  ['pool-in-platform', 'src/doors/rest/second-violation.ts', "import pg from 'pg'\nexport const x = pg"],
  [
    'client-imports-types',
    'client/src/violation.ts',
    "import { contracts } from '../../src/capabilities/contracts.ts'\nexport const x = contracts",
  ],
  [
    'cli-through-client',
    'cli/src/violation.ts',
    "import type { contracts } from '../../src/capabilities/contracts.ts'\nexport type X = typeof contracts",
  ],
]

test('verify names every file that breaks a rule of the layers', () => {
  for (const [, file, text] of violations) writeFileSync(tree.path(file), text)
  const { status, stdout } = spawnSync(process.execPath, [tree.path('scripts/verify.ts'), 'layers'], { encoding: 'utf8' })
  for (const [, file] of violations) rmSync(tree.path(file))
  for (const [rule, file] of violations) expect(stdout).toContain(`${rule}: ${file}`)
  expect(status).toBe(1)
})

test('verify fails on an area that has no place in the order', () => {
  mkdirSync(tree.path('src/capabilities/attic'))
  const { status, said } = verifyWith('areas', 'src/capabilities/attic/violation.ts', 'export const x = 1\n'.repeat(30))
  rmSync(tree.path('src/capabilities/attic'), { recursive: true })
  expect(said).toContain('src/capabilities/attic is not in areas.json')
  expect(status).toBe(1)
})

test('verify fails on a small helper that has a single user beside it', () => {
  writeFileSync(tree.path('src/capabilities/publishing/crumb.ts'), 'export const crumb = 1\n')
  const { status, said } = verifyWith(
    'areas',
    'src/capabilities/publishing/violation.ts',
    "import { crumb } from './crumb.ts'\nexport const x = crumb\n",
  )
  rmSync(tree.path('src/capabilities/publishing/crumb.ts'))
  expect(said).toContain(
    'src/capabilities/publishing/crumb.ts has 1 lines and one user: put it into src/capabilities/publishing/violation.ts',
  )
  expect(status).toBe(1)
})

test('verify fails on many files of a few lines', () => {
  const names = Array.from({ length: 60 }, (_, at) => tree.path(`src/capabilities/small-${at}.ts`))
  for (const file of names) writeFileSync(file, 'export const x = 1\n')
  const { said } = verifyWith('areas', 'src/capabilities/small.ts', 'export const x = 1\n')
  for (const file of names) rmSync(file)
  expect(said).toContain('have 15 lines or fewer, at most 15 %')
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

test.each([
  ['a string', 'dashboard/src/violation.tsx', 'export const x = "Enter your e-mail address"\n', 'e-mail', 'email'],
  ['text between tags', 'dashboard/src/violation.tsx', 'export const X = () => <p>\n  Good to know\n</p>\n', 'Good to know', 'updates'],
  ['a refusal', 'src/kernel/violation.ts', 'export const x = `${1} must be lower-case letters`\n', 'lower-case', 'lowercase'],
  ['a document', 'docs/violation.md', 'The colour of a label.\n', 'colour', 'color'],
])('verify fails on a phrase of the word list in %s', (_, file, text, said, better) => {
  mkdirSync(tree.path('docs'), { recursive: true })
  const answer = verifyWith('words', file, text)
  expect(answer.said).toMatch(new RegExp(`${file.replaceAll('.', '\\.')}:\\d says “${said}”: write “${better}”`))
  expect(answer.status).toBe(1)
})

test.each([
  ['performance.now()', 'expect(performance.now() - began).toBeLessThan(1000)', 'reads performance.now()'],
  ['Date.now()', 'expect(Date.now() - began).toBeLessThan(1000)', 'compares Date.now()'],
  ['a limit scaled to the load', 'expect(took).toBeLessThan(quietLimit(1000))', 'scales a limit to the load'],
  ['a browser asked for a promise', 'await page.waitForFunction(kept)', 'takes a promise for true'],
  ['a sleep', 'await new Promise((resolve) => setTimeout(resolve, 300))', 'sleeps'],
  ['a sleep under another name', "import { setTimeout as pause } from 'node:timers/promises'", 'sleeps'],
  ['a poll with a limit of its own', 'await expect.poll(look, { timeout: 5_000 }).toBe(1)', 'gives a poll a limit of its own'],
])('verify fails on a test with %s', (_, line, said) => {
  const answer = verifyWith('steady', 'test/work/violation.test.ts', `const began = 0\n${line}\n`)
  expect(answer.said).toContain(`test/work/violation.test.ts:2 ${said}`)
  expect(answer.status).toBe(1)
})

test('verify takes times that are only data, and names a file that needs no exception any more', () => {
  const data = '// setTimeout(resolve, 300)\nconst soon = new Date(Date.now() + 60_000)\nconst late = () => Date.now() - 60_000\n'
  expect(verifyWith('steady', 'test/work/fine.test.ts', data)).toMatchObject({ status: 0 })
  const kept = tree.path('test/websocket/slow-node.ts')
  const before = readFileSync(kept, 'utf8')
  writeFileSync(kept, 'export {}\n')
  const { said } = verifyWith('steady', 'test/work/fine.test.ts', data)
  writeFileSync(kept, before)
  expect(said).toContain('test/websocket/slow-node.ts is steady now')
})

test('verify takes the same words in a comment, a name or code of a document', () => {
  expect(
    verifyWith('words', 'dashboard/src/fine.tsx', "// Its e-mail.\nexport const colour = { behaviour: 'organisation' }\n").status,
  ).toBe(0)
  expect(verifyWith('words', 'docs/fine.md', 'Set `colour`.\n\n```\ncolour=red\n```\n').status).toBe(0)
})

test('verify fails on a part of a page that is loaded without saying what it waits for', () => {
  const bare = "import { lazy } from 'react'\nexport const Late = lazy(() => import('./late.tsx'))\n"
  const { status, said } = verifyWith('lazy', 'dashboard/src/violation.tsx', bare)
  expect(said).toContain('dashboard/src/violation.tsx:2 loads a part by itself')
  expect(status).toBe(1)
})

test('verify names its checks when asked for another', () => {
  const { status, stderr } = spawnSync(process.execPath, [tree.path('scripts/verify.ts'), 'everything'], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('Checks: format, lint, types, layers, areas, unused, patterns, sizes, tokens, lazy, words, steady, generated')
})

test('lint names a bare listener and a bare fetch, wherever a peer could be behind it', () => {
  // Without the type-aware rules, which would check the types of the whole tree.
  const fast = tree.path('.oxlintrc.fast.json')
  writeFileSync(fast, readFileSync(tree.path('.oxlintrc.json'), 'utf8').replace('"typeAware": true', '"typeAware": false'))
  const bare = {
    'src/doors/listening.ts': "process.stdin.on('data', () => {})",
    'src/worker/listening.ts': "process.stdin?.once('data', () => {})",
    'src/platform/listening.ts': "const { addListener } = process.stdin\naddListener('data', () => {})",
    'src/main/listening.ts': "process.stdin['on']('data', () => {})",
    'cli/src/listening.ts': "new WebSocket('wss://x').onmessage = () => {}\nnew WebSocket('wss://x').addEventListener('message', () => {})",
  }
  const fetching = {
    'src/capabilities/fetching.ts': "await fetch('https://x')",
    'src/platform/fetching.ts': "await globalThis.fetch('https://x')",
    'cli/src/fetching.ts': 'export const ask = { fetch }',
  }
  for (const [file, text] of Object.entries({ ...bare, ...fetching })) writeFileSync(tree.path(file), text)
  const lint = (...files: string[]) =>
    spawnSync(tree.path('node_modules/.bin/oxlint'), ['-c', fast, '-f', 'unix', ...files.map((file) => tree.path(file))], {
      encoding: 'utf8',
    })
  const { status, stdout } = lint(...Object.keys(bare), ...Object.keys(fetching))
  for (const file of Object.keys({ ...bare, ...fetching })) rmSync(tree.path(file))
  expect(status).toBe(1)
  for (const file of Object.keys(bare)) expect(stdout).toMatch(new RegExp(`${file}:\\d+:\\d+: .*no-restricted-properties`))
  expect(stdout.match(/addEventListener|onmessage/g)).toHaveLength(2)
  for (const file of Object.keys(fetching))
    expect(stdout).toMatch(new RegExp(`${file}:\\d+:\\d+: .*fetch.*no-restricted-(globals|properties)`))
  expect(
    lint('src/platform/peer.ts', 'src/doors/tunnels/held-tunnel.ts', 'src/platform/bounded-fetch.ts', 'cli/src/network.ts').status,
  ).toBe(0)
})
