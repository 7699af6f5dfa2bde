import { Refusal } from '../../../kernel/errors.ts'

const day = 86_400_000
const usualDays = 84
const maxDays = 366

/** The days of a period, first and last included. Days begin at midnight UTC, as for usage and budgets. */
export interface Period {
  from: string
  to: string
  /** The day before the first. */
  before: string
  start: Date
  /** Midnight after the last day, exclusive. */
  end: Date
  days: string[]
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
export const dayAfter = (from: string, days: number): string => dayOf(new Date(Date.parse(from) + days * day))
/** The Monday of the week that a day is in. */
export const weekOf = (of: string): string => dayAfter(of, -((new Date(of).getUTCDay() + 6) % 7))

export function periodOf(input: { from?: string | undefined; to?: string | undefined; days?: number | undefined }, now: Date): Period {
  if (input.days !== undefined && input.from !== undefined && input.to !== undefined)
    throw new Refusal('invalid', 'Name from and to, or one of them with days, not all three.')
  const length = (input.days ?? usualDays) - 1
  const to = input.to ?? (input.from !== undefined && input.days !== undefined ? shifted(input.from, length) : dayOf(now))
  const from = input.from ?? shifted(to, -length)
  const count = (Date.parse(to) - Date.parse(from)) / day + 1
  if (!(count >= 1 && count <= maxDays)) throw new Refusal('invalid', `Ask for 1 to ${maxDays} days: from must not be after to.`)
  return {
    from,
    to,
    before: shifted(from, -1),
    start: new Date(from),
    end: new Date(Date.parse(to) + day),
    days: Array.from({ length: count }, (_, place) => dayAfter(from, place)),
  }
}

/** Clamped to the years that a four-digit date can express. */
function shifted(from: string, days: number): string {
  const at = Date.parse(from) + days * day
  return dayOf(new Date(Math.min(Math.max(at, Date.parse('0001-01-01')), Date.parse('9999-12-30'))))
}
