/** "40 min", "6 h", "2.4 d": how long something takes. */
export function span(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} min`
  if (hours < 48) return `${hours < 10 ? Math.round(hours * 10) / 10 : Math.round(hours)} h`
  const days = hours / 24
  return `${days < 10 ? Math.round(days * 10) / 10 : Math.round(days)} d`
}
