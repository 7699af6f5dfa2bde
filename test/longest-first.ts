import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes minutes; started last, one of them would keep a single core busy while the others have nothing left to do. */
const long = [
  /test\/dashboard\/every-page/,
  /test\/looping\/isolation/,
  /test\/looping\/bad-input/,
  /test\/looping\/idempotency/,
  /test\/proofs\//,
  /test\/mcp\/conformance/,
  /test\/(looping|dashboard)\//,
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      // A worker that serves many files ends when the next one wants a process of its own, so those come last.
      if (project.config.isolate) return long.length + 1
      const found = long.findIndex((pattern) => pattern.test(moduleId))
      return found < 0 ? long.length : found
    }
    return files.toSorted((a, b) => place(a) - place(b) || a.moduleId.localeCompare(b.moduleId))
  }
}
