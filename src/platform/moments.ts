/**
 * One form for every time, at least to the millisecond: PostgreSQL drops trailing zeros, so without this a list has `22.9Z` beside `22.096Z`.
 * Microseconds stay, because cursors need them. `text` is a date, any separator and a time in UTC, without its zone.
 */
export function momentOf(text: string): string {
  const fraction = text.slice(19)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction === '' ? '.000' : fraction.padEnd(4, '0')}Z`
}

/** The same for a column inside JSON that a statement builds. */
export const utc = <Column extends string>(column: Column) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` as const
