/**
 * A rank is ten digits, the number a task was created with, and a fraction for what was moved behind it. Text compares like the fractions do
 * (collation "C"), so between any two ranks there is another. A fraction never ends in the lowest digit: nothing would fit below it.
 */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const whole = 10

/** Longer ranks are redistributed. A rank grows by a digit in six moves to the same place, so this takes more than two hundred. */
export const longestRank = 50

export const rankOfNumber = (number: number): string => String(number).padStart(whole, '0')

/** The part of a rank that all tasks within one gap share. */
export const gapOf = (rank: string | null): string => rank?.slice(0, whole) ?? rankOfNumber(0)

/** A rank above `lower` (null: above nothing) and below `upper`. */
export function rankBetween(lower: string | null, upper: string): string {
  const gap = gapOf(lower)
  return gap + between(lower?.slice(whole) ?? '', gapOf(upper) === gap ? upper.slice(whole) : null)
}

function between(low: string, high: string | null): string {
  if (high !== null) {
    let same = 0
    while (same < high.length && (low[same] ?? '0') === high[same]) same++
    if (same > 0) return high.slice(0, same) + between(low.slice(same), high.slice(same))
  }
  const from = low ? digits.indexOf(low.charAt(0)) : 0
  const to = high ? digits.indexOf(high.charAt(0)) : digits.length
  if (to - from > 1) return digits.charAt(Math.round((from + to) / 2))
  if (high && high.length > 1) return high.charAt(0)
  return digits.charAt(from) + between(low.slice(1), null)
}

/** `count` ranks in one gap, evenly spaced and as short as possible. */
export function spreadRanks(gap: string, count: number): string[] {
  let width = 1
  while (digits.length ** width <= count * 2) width++
  const step = digits.length ** width / (count + 1)
  return Array.from({ length: count }, (_, place) => gap + fraction(Math.floor((place + 1) * step), width))
}

function fraction(value: number, width: number): string {
  let text = ''
  for (let rest = value, left = width; left > 0; left--, rest = Math.floor(rest / digits.length))
    text = digits.charAt(rest % digits.length) + text
  return text.replace(/(?<!0)0+$/, '')
}
