const day = 86_400_000
// Less than a day, since a day may have 23 hours; a changed hour or time zone never makes it two a day.
const between = 20 * 3_600_000

/** When a clock in this time zone last struck this hour. */
export function lastStruck(now: Date, hour: number, timezone: string): Date {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(now).split(':').map(Number)
  const since = ((hours - hour) * 3600 + minutes * 60 + seconds) * 1000
  const whole = Math.floor(now.getTime() / 1000) * 1000
  return new Date(whole - (since < 0 ? since + day : since))
}

/** A digest goes out for what was waiting when the hour struck; answers until when an earlier one stands for today's. */
export function digestDue(now: Date, oldest: Date, hour: number, timezone: string): Date | null {
  const struck = lastStruck(now, hour, timezone)
  if (oldest > struck) return null
  return new Date(Math.min(struck.getTime(), now.getTime() - between))
}
