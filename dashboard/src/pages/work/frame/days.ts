const aDay = 24 * 60 * 60 * 1000

/** A day of the reader's local calendar: "2026-01-31". */
export function dayOf(at: number | string): string {
  const when = new Date(at)
  return `${when.getFullYear()}-${String(when.getMonth() + 1).padStart(2, '0')}-${String(when.getDate()).padStart(2, '0')}`
}

// Noon never shifts to another day, whatever the clocks do.
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)
export const addDays = (day: string, days: number): string => new Date(noon(day) + days * aDay).toISOString().slice(0, 10)
export const daysBetween = (from: string, to: string): number => Math.round((noon(to) - noon(from)) / aDay)
export const weekdayOf = (day: string): number => (new Date(noon(day)).getUTCDay() + 6) % 7
