const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** "now", "4 s", "6 min", "2 h", "3 d", and the date from 14 days on. */
export function ago(at: string | number | Date, now = Date.now()): string {
  const past = now - new Date(at).getTime()
  if (past < 2 * second) return 'now'
  if (past < minute) return `${Math.floor(past / second)} s`
  if (past < hour) return `${Math.floor(past / minute)} min`
  if (past < day) return `${Math.floor(past / hour)} h`
  if (past < 14 * day) return `${Math.floor(past / day)} d`
  return date(at)
}

/** The same for use in a sentence: "just now", "4 s ago", "Nov 12". */
export function longAgo(at: string | number | Date, now = Date.now()): string {
  const past = ago(at, now)
  if (past === 'now') return 'just now'
  return now - new Date(at).getTime() < 14 * day ? `${past} ago` : past
}

/** The time left of a lease: "11:42". */
export function countdown(until: string | number | Date, now = Date.now()): string {
  const left = Math.max(0, Math.floor((new Date(until).getTime() - now) / second))
  return `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`
}

const thisYear = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short' })
const otherYear = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric' })
const clockTime = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

export function date(at: string | number | Date): string {
  const when = new Date(at)
  return (when.getFullYear() === new Date().getFullYear() ? thisYear : otherYear).format(when)
}
export const time = (at: string | number | Date): string => clockTime.format(new Date(at))
export const dateTime = (at: string | number | Date): string => `${date(at)}, ${time(at)}`

/** "$3.18", and "<$0.01" for less than a cent. */
export const money = (dollars: number): string => (dollars > 0 && dollars < 0.01 ? '<$0.01' : `$${dollars.toFixed(2)}`)

/** Never abbreviated: "20,000". */
export const number = (value: number): string => value.toLocaleString('en-US')

/** "1.4M", "12k", "830". */
export function count(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)}M`
  return value >= 10_000 ? `${Math.round(value / 1000)}k` : value.toLocaleString('en-US')
}

const tenth = (value: number): string => String(Math.round(value * 10) / 10)
export const bytes = (value: number): string => {
  if (value < 1024) return `${value} B`
  if (value < 1024 ** 2) return `${Math.round(value / 1024)} kB`
  return value < 1024 ** 3 ? `${tenth(value / 1024 ** 2)} MB` : `${tenth(value / 1024 ** 3)} GB`
}

/** The first line of a Markdown text without its markup, for a row. */
export const plain = (markdown: string): string => (markdown.trim().split('\n')[0] ?? '').replaceAll(/[*_`#>]+/g, '').trim()

/** "1 needs you", "2 need you". */
export const needYou = (count: number): string => `${count} ${count === 1 ? 'needs' : 'need'} you`

export const plural = (value: number, one: string, many = `${one}s`): string => `${count(value)} ${value === 1 ? one : many}`
