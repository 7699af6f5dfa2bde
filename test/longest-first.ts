import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes minutes; started last, one of them would keep a single core busy while the others have nothing left to do. */
const long = [
  /test\/dashboard\/every-page/,
  /test\/looping\/isolation/,
  /test\/looping\/bad-input/,
  /test\/mcp\/conformance/,
  /test\/looping\//,
  /test\/(dashboard|proofs)\//,
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex((pattern) => pattern.test(moduleId))
      return found < 0 ? long.length : found
    }
    return files.toSorted((a, b) => place(a) - place(b) || a.moduleId.localeCompare(b.moduleId))
  }
}
