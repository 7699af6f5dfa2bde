import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSuite } from 'vitest/node'
import type { FileRecord, RunRecord } from './run-record.ts'

const rounded = (milliseconds: number): number => Math.round(milliseconds) / 1000
const firstLines = (text: string): string => text.split('\n').slice(0, 6).join('\n')

function testOf(test: TestCase): FileRecord['tests'][number] {
  const { state } = test.result()
  return {
    name: test.fullName,
    state: state === 'pending' ? 'unfinished' : state,
    seconds: rounded(test.diagnostic()?.duration ?? 0),
  }
}

const errorsOf = (part: TestModule | TestSuite): string[] => part.errors().map(({ message }) => firstLines(message))

function fileOf(file: TestModule): FileRecord {
  const suites = [...file.children.allSuites()]
  const state = file.state()
  const unfinished = state === 'queued' || state === 'pending' ? ['never ended: its worker was lost or the run was stopped'] : []
  const { collectDuration, duration } = file.diagnostic()
  return {
    file: relative(process.cwd(), file.moduleId),
    seconds: rounded(collectDuration + duration),
    faults: [...unfinished, ...errorsOf(file), ...suites.flatMap(errorsOf)],
    tests: [...file.children.allTests()].map(testOf),
  }
}

/** Writes what a run came to into the file that TEST_RECORD names: all that the verdict and the table of times need. */
export default class RecordReporter implements Reporter {
  readonly #started = new Date()

  onTestRunEnd(files: readonly TestModule[], unhandled: readonly SerializedError[], reason: TestRunEndReason): void {
    const path = process.env['TEST_RECORD']
    if (!path) return
    const record: RunRecord = {
      started: this.#started.toISOString(),
      seconds: rounded(Date.now() - this.#started.getTime()),
      unhandled: unhandled.map((error) => firstLines(`${error.name ?? 'Error'}: ${error.message ?? ''}\n${error.stack ?? ''}`)),
      files: files.map(fileOf),
    }
    if (reason === 'interrupted') record.unhandled.push('the run was interrupted')
    writeFileSync(path, JSON.stringify(record))
  }
}
