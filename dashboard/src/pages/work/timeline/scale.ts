import { addDays, daysBetween, weekdayOf } from '../frame/days.ts'
import type { Zoom } from '../frame/search.ts'

export interface Scale {
  from: string
  days: number
  /** Positions of the ticks as a fraction of the scale, with their labels. */
  ticks: { day: string; share: number; word: string }[]
}

const lengths: Record<Zoom, { days: number; behind: number }> = {
  week: { days: 14, behind: 3 },
  month: { days: 42, behind: 10 },
  quarter: { days: 112, behind: 28 },
}

const dayWord = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' })
const weekWord = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const say = (format: Intl.DateTimeFormat, day: string) => format.format(new Date(`${day}T12:00:00Z`))

/** The days that a timeline shows; without a start date, those around today. */
export function scaleOf(zoom: Zoom, today: string, from: string | undefined): Scale {
  const { days, behind } = lengths[zoom]
  const start = from ?? addDays(today, -behind)
  const ticks = Array.from({ length: days }, (_, at) => addDays(start, at))
    .filter((day, at) => (zoom === 'week' ? at % 2 === 0 : weekdayOf(day) === 0) && at < days - 1)
    .filter((_, at) => zoom !== 'quarter' || at % 2 === 0)
    .map((day) => ({ day, share: daysBetween(start, day) / days, word: say(zoom === 'week' ? dayWord : weekWord, day) }))
  return { from: start, days, ticks }
}

/** From the start of one day to the end of another, clipped to the visible range. */
export function spanOf(scale: Scale, first: string, last: string): { from: number; span: number } | null {
  const begin = Math.max(0, daysBetween(scale.from, first))
  const end = Math.min(scale.days, daysBetween(scale.from, last) + 1)
  return end <= begin ? null : { from: begin / scale.days, span: (end - begin) / scale.days }
}

export const turned = (zoom: Zoom, from: string, by: -1 | 1): string => addDays(from, by * Math.round(lengths[zoom].days / 2))
