import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take minutes. If one of them started last, it would keep one core busy while the others idle. */
const long = [
  /test\/dashboard\/every-page/,
  /test\/looping\/operations-/,
  /test\/proofs\//,
  /test\/mcp\/conformance/,
  /test\/(looping|dashboard)\//,
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      // A worker process that runs many files exits when the next file needs a process of its own, so those files come last.
      if (project.config.isolate) return long.length + 1
      const found = long.findIndex((pattern) => pattern.test(moduleId))
      return found < 0 ? long.length : found
    }
    return files.toSorted((a, b) => place(a) - place(b) || a.moduleId.localeCompare(b.moduleId))
  }
}
