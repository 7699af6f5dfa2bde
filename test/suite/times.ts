import type { RunRecord } from './run-record.ts'

/** The kinds of tests, by where they are; the first that fits. */
const kinds: [kind: string, pattern: RegExp][] = [
  ['every page', /^test\/dashboard\/(every-page|pages)/],
  ['dashboard stories', /^test\/dashboard\//],
  ['looping', /^test\/looping\//],
  ['short proofs', /^test\/proofs\//],
  ['real clients', /^test\/clients\//],
  ['containers', /^test\/containers\//],
  ['hostile peers', /^test\/hostile\//],
  ['verify', /^test\/(verify|suite)\//],
  ['unit', /^(src|client|dashboard|machine|cli)\//],
  ['nouns', /^test\//],
]

export const kindOf = (file: string): string => kinds.find(([, pattern]) => pattern.test(file))?.[0] ?? 'other'

const minutes = (seconds: number): string => (seconds / 60).toFixed(1)

/** Sums by kind, and the files that took longest. Files run side by side, so the sums exceed the run's own time. */
export function timesTable({ files, seconds }: RunRecord, slowest = 30): string {
  const sums = Map.groupBy(files, ({ file }) => kindOf(file))
    .entries()
    .map(([kind, some]) => ({
      kind,
      files: some.length,
      tests: some.reduce((sum, { tests }) => sum + tests.length, 0),
      seconds: some.reduce((sum, one) => sum + one.seconds, 0),
    }))
    .toArray()
    .toSorted((a, b) => b.seconds - a.seconds)
  const all = sums.reduce((sum, one) => sum + one.seconds, 0)
  return [
    '| kind | files | tests | minutes |',
    '| --- | ---: | ---: | ---: |',
    ...sums.map((one) => `| ${one.kind} | ${one.files} | ${one.tests} | ${minutes(one.seconds)} |`),
    `| all, side by side in ${minutes(seconds)} minutes | ${files.length} | ${files.reduce((sum, { tests }) => sum + tests.length, 0)} | ${minutes(all)} |`,
    '',
    '| slowest files | seconds |',
    '| --- | ---: |',
    ...files
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, slowest)
      .map(({ file, seconds: taken }) => `| ${file} | ${taken.toFixed(0)} |`),
  ].join('\n')
}
