import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { testId, type RunRecord } from './run-record.ts'

/** How one run of Vitest ended: its exit status, and its record unless it was cut short. */
export interface Run {
  status: number
  record: RunRecord | undefined
}

const Unsteady = z.array(
  z.strictObject({
    /** `file > suite > test`, as a run prints it. */
    test: z.string().min(1),
    cause: z.string().min(20),
    /** The last day on which it is tolerated, at most seven days from today. */
    until: z.iso.date(),
  }),
)
export type Unsteady = z.infer<typeof Unsteady>

export interface Verdict {
  passed: number
  failed: number
  /** Tests that passed only when repeated and are tolerated for now. */
  unsteady: number
  /** A line for each thing that is at fault or tolerated. */
  lines: string[]
}

const day = 24 * 3_600_000
const mostDays = 7

export const readUnsteady = (path: string): Unsteady => Unsteady.parse(JSON.parse(readFileSync(path, 'utf8')))

/** The end of a run that is to be printed last. */
export const closing = ({ passed, failed, unsteady }: Verdict): string => `unsteady: ${unsteady}\n${passed} passed, ${failed} failed`

/**
 * Adds up a run and, if some of its files were repeated, the repeat. What no test can be blamed for counts as failed in either run:
 * a repeat looks at some files only and can't take back what the first run found beside them.
 */
export function judge(first: Run, again: Run | undefined, tolerated: Unsteady, today: Date): Verdict {
  const verdict: Verdict = { passed: 0, failed: 0, unsteady: 0, lines: [] }
  const blame = (line: string) => {
    verdict.failed++
    verdict.lines.push(line)
  }
  for (const line of outdated(tolerated, today)) blame(line)
  for (const [name, run] of Object.entries({ 'the run': first, 'the repeat': again })) if (run) blameRun(name, run, blame)
  const repeated = new Map(again?.record ? testsOf(again.record) : [])
  for (const [id, state] of first.record ? testsOf(first.record) : []) {
    if (state === 'passed') verdict.passed++
    else if (state === 'unfinished') blame(`did not end: ${id}`)
    else if (state === 'failed' && repeated.get(id) !== 'passed') blame(`failed: ${id}`)
    else if (state === 'failed' && !tolerated.some(({ test }) => test === id))
      blame(`unsteady: ${id} (it passed when repeated; mend it, or name it in test/unsteady.json with its cause)`)
    else if (state === 'failed') {
      verdict.passed++
      verdict.unsteady++
      verdict.lines.push(`unsteady, tolerated: ${id}`)
    }
  }
  const inFirst = new Set(first.record ? testsOf(first.record).map(([id]) => id) : [])
  for (const [id, state] of repeated) if (state === 'failed' && !inFirst.has(id)) blame(`failed in the repeat: ${id}`)
  // Vitest knows that something is wrong, and nothing above says what.
  for (const run of [first, again])
    if (run && run.status !== 0 && verdict.failed === 0 && verdict.unsteady === 0)
      blame(`a run ended with ${run.status} and says nothing of why`)
  return verdict
}

function blameRun(name: string, { status, record }: Run, blame: (line: string) => void): void {
  if (!record) return blame(`${name} left no record: it crashed or was ended (status ${status})`)
  if (record.files.length === 0) blame(`${name} ran no file`)
  for (const error of record.unhandled) blame(`${name}, unhandled: ${error}`)
  for (const { file, faults } of record.files) for (const fault of faults) blame(`${name}, ${file}: ${fault}`)
  for (const { file, tests, faults } of record.files) if (tests.length === 0 && faults.length === 0) blame(`${name}, ${file}: has no test`)
}

const testsOf = ({ files }: RunRecord) =>
  files.flatMap(({ file, tests }) => tests.map(({ name, state }) => [testId(file, name), state] as const))

function outdated(tolerated: Unsteady, today: Date): string[] {
  return tolerated.flatMap(({ test, until }) => {
    const left = (Date.parse(`${until}T23:59:59Z`) - today.getTime()) / day
    if (left < 0) return [`test/unsteady.json tolerated ${test} until ${until}: mend it`]
    return left > mostDays + 1 ? [`test/unsteady.json tolerates ${test} until ${until}: at most ${mostDays} days`] : []
  })
}

/** The files to repeat: a few failures among thousands of tests may be unsteady, and a repeat tells them from broken ones. */
export function filesToRepeat({ record }: Run): string[] {
  const failed = record?.files.filter(({ tests }) => tests.some(({ state }) => state === 'failed')) ?? []
  return failed.length <= 5 ? failed.map(({ file }) => file) : []
}
