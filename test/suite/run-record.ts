import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Test = z.object({ name: z.string(), state: z.enum(['passed', 'failed', 'skipped', 'unfinished']), seconds: z.number() })

const File = z.object({
  file: z.string(),
  seconds: z.number(),
  /** Why the file as a whole is at fault: it did not load, a hook threw, or it never ended. */
  faults: z.array(z.string()),
  tests: z.array(Test),
})

/** What one run of Vitest came to; written by the reporter, read by the verdict and the table of times. */
const RunRecord = z.object({
  started: z.string(),
  seconds: z.number(),
  /** Errors that belong to no test: unhandled rejections, uncaught exceptions, workers that were lost. */
  unhandled: z.array(z.string()),
  files: z.array(File),
})

export type RunRecord = z.infer<typeof RunRecord>
export type FileRecord = z.infer<typeof File>

/** The record of a run, or nothing if the run ended before it could write one. */
export function readRun(path: string): RunRecord | undefined {
  try {
    return RunRecord.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** How a test is named in `unsteady.json` and in what a run prints. */
export const testId = (file: string, name: string): string => `${file} > ${name}`
