const otherDays = new Intl.DateTimeFormat('en-US', { weekday: 'long', day: 'numeric', month: 'long' })
const otherYears = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric' })
const aDay = 24 * 60 * 60_000

/** "Today", "Yesterday", otherwise the date in words. */
function dayName(at: string, now = new Date()): string {
  const day = new Date(at)
  if (day.toDateString() === now.toDateString()) return 'Today'
  if (day.toDateString() === new Date(now.getTime() - aDay).toDateString()) return 'Yesterday'
  return (day.getFullYear() === now.getFullYear() ? otherDays : otherYears).format(day)
}

/** Splits an ordered list into groups by day. */
export function byDay<T>(items: readonly T[], at: (item: T) => string): { day: string; items: T[] }[] {
  const days: { day: string; items: T[] }[] = []
  for (const item of items) {
    const day = dayName(at(item))
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}
