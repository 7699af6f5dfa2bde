export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const row = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`)

/** Prints the header of a table and returns the function that prints a row. */
export function table(heads: readonly string[]): (cells: readonly (string | number)[]) => void {
  console.log()
  row(heads)
  row(heads.map(() => '---'))
  return row
}

const shown = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join(' ')

/** The median of the rounds, and every round. */
export const rounded = (ratios: readonly number[]): [string, string] => [median(ratios).toFixed(2), shown(ratios)]

/** A ratio, marked if it is below its target. */
export const beside = (ratio: number, least: number | undefined): string =>
  least === undefined ? ratio.toFixed(2) : `${ratio.toFixed(2)}${ratio < least ? ' (below)' : ''}`
