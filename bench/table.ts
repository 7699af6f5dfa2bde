export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const row = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`)

/** Begins a table, and answers how a line of it is printed. */
export function table(heads: readonly string[]): (cells: readonly (string | number)[]) => void {
  console.log()
  row(heads)
  row(heads.map(() => '---'))
  return row
}

const shown = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join(' ')

/** The middle of the rounds, and all of them. */
export const rounded = (ratios: readonly number[]): [string, string] => [median(ratios).toFixed(2), shown(ratios)]

/** A figure beside the least that it should be. */
export const beside = (ratio: number, least: number | undefined): string =>
  least === undefined ? ratio.toFixed(2) : `${ratio.toFixed(2)}${ratio < least ? ' (below)' : ''}`
