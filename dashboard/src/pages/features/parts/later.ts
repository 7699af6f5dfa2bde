const at = (days: number, hour: number): Date => {
  const when = new Date()
  when.setDate(when.getDate() + days)
  when.setHours(hour, 0, 0, 0)
  return when
}

/** Suggested reminder times, by the clock of the user's own machine. */
export const laterTimes = (): { word: string; until: Date }[] => [
  { word: 'in an hour', until: new Date(Date.now() + 60 * 60_000) },
  { word: 'tomorrow morning', until: at(1, 9) },
  { word: 'next Monday', until: at(((8 - new Date().getDay()) % 7) + (new Date().getDay() === 1 ? 7 : 0), 9) },
]
