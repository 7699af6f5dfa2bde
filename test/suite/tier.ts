import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { affectedOperations, sampleOf } from './affected.ts'
import { kindOf } from './times.ts'

/** What to give Vitest. */
export interface Tier {
  arguments: string[]
  settings: Record<string, string>
  /** What is run and what is left to CI. */
  says: string[]
}

/** What a run before a commit may take; it has six minutes on two cores. */
interface Budget {
  /** Operations sent through the looping checks: those that the change concerns, and others. */
  changed: number
  others: number
  /** Seconds of test files, by their recorded times, beside unit tests and looping checks. */
  seconds: number
}
const beforeCommit: Budget = { changed: 24, others: 12, seconds: 300 }

const leftToCi = new Set(['every page', 'short proofs', 'real clients', 'hostile peers'])
const always = new Set(['unit', 'looping'])

/** Everything in CI; named files as asked; otherwise what a contributor wants to know before a commit. */
export function tierFor(root: string, given: readonly string[], environment: Record<string, string | undefined>): Tier {
  const isNamed = given.some((argument) => !argument.startsWith('-'))
  if (isNamed || environment['TEST_TIER'] === 'full') return { arguments: [...given], settings: {}, says: [] }
  const tier = chooseTests(root, changedFiles(root), git(root, 'rev-parse', 'HEAD'), beforeCommit)
  return { ...tier, arguments: [...given, ...tier.arguments] }
}

/** The same choice for the same change and seed. */
export function chooseTests(root: string, changed: readonly string[], seed: string, budget: Budget): Tier {
  const { operations, homes } = affectedOperations(root, changed)
  const near = operations.slice(0, budget.changed)
  const far = [...homes.keys()].filter((name) => !near.includes(name))
  const sample = sampleOf(far, budget.others, seed)

  const all = globSync(['{src,test,client}/**/*.test.ts', 'dashboard/src/**/*.test.ts'], { cwd: root, exclude: ['**/node_modules'] })
  const fixed = all.filter((file) => always.has(kindOf(file)))
  const areas = new Set([...changed, ...near.flatMap((name) => homes.get(name) ?? [])].map(areaOf))
  const open = all.filter((file) => !leftToCi.has(kindOf(file)) && !always.has(kindOf(file)) && kindOf(file) !== 'containers')
  const ordered = [
    ...open.filter((file) => changed.includes(file)),
    ...sampleOf(
      open.filter((file) => areas.has(areaOf(file))),
      open.length,
      seed,
    ),
    ...sampleOf(open, open.length, seed),
  ]
  const chosen = within(budget.seconds, [...new Set(ordered)], recordedTimes(root))
  const left = open.length - chosen.length
  return {
    arguments: [...fixed, ...chosen],
    settings: { LOOPING_OPERATIONS: [...near, ...sample].join(',') },
    says: [
      `${changed.length} changed files concern ${operations.length} operations: ${near.length} of them and ${sample.length} others run through the looping checks.`,
      `${chosen.length} test files besides, those of the same areas first. Left to CI: ${left} files, ${far.length - sample.length} operations, ${[...leftToCi].join(', ')}, containers.`,
    ],
  }
}

/** A test stands in a folder that is called like the area it tests: test/work beside src/capabilities/work, test/rest beside src/doors/rest. */
const areaOf = (file: string): string => {
  const [top, second = '', third = ''] = file.split('/')
  if (top === 'src') return second === 'capabilities' || second === 'doors' ? third : second
  if (top === 'scripts' || top === '.oxlintrc.json') return 'verify'
  return top === 'test' ? second : (top ?? '')
}

/** Takes files until their recorded times fill the budget; a file without a recorded time counts as a usual one. */
function within(seconds: number, files: readonly string[], times: Readonly<Record<string, number>>): string[] {
  let left = seconds
  return files.filter((file) => {
    const taken = times[file] ?? 5
    if (taken > left) return false
    left -= taken
    return true
  })
}

/** How long each file took in the last recorded run of CI. */
function recordedTimes(root: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(join(root, 'docs/measurements/test-times.json'), 'utf8')).files as Record<string, number>
  } catch {
    return {}
  }
}

/** What is not yet pushed: changes in the working tree and commits that the upstream doesn't have, or the last commit if there is no upstream. */
function changedFiles(root: string): string[] {
  const base = git(root, 'merge-base', 'HEAD', '@{upstream}') || git(root, 'rev-parse', '--verify', '-q', 'HEAD~1') || 'HEAD'
  const names = [git(root, 'diff', '--name-only', base), git(root, 'ls-files', '--others', '--exclude-standard')]
  return names.flatMap((text) => text.split('\n')).filter(Boolean)
}

function git(root: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}
